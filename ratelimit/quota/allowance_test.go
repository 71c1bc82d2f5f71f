package quota_test

import (
	"strings"
	"testing"

	"example.com/fullhouse/ratelimit/quota"
)

func TestAllowance_ReadsWhatItWrites(t *testing.T) {
	for _, text := range []string{"guest:10,account:50", "guest:0,account:5", "guest:0,account:0", "guest:1000000000,account:1"} {
		var a quota.Allowance
		if err := a.UnmarshalText([]byte(text)); err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if again, err := a.MarshalText(); err != nil || string(again) != text {
			t.Errorf("%s is written as %s, %v", text, again, err)
		}
	}
}

func TestAllowance_RefusesWhatIsNotOfBothTiers(t *testing.T) {
	for _, text := range []string{
		"", "10", "10,50", "guest:10", "account:50", "account:50,guest:10", "guest:10,account:50,", "guest:10,account:50,account:60",
		"guest:10, account:50", " guest:10,account:50", "guest:-1,account:5", "guest:+1,account:5", "guest:1.5,account:5", "guest:,account:",
		"guest:1e3,account:5", "guest:1000000001,account:5", "guest:5,account:99999999999999999999", "Guest:1,Account:2",
	} {
		a := quota.Allowance{Guest: 7, Account: 7}
		err := a.UnmarshalText([]byte(text))
		if err == nil || !strings.Contains(err.Error(), "guest:N,account:N") {
			t.Errorf("%q: err = %v, want one that says how it is written", text, err)
		}
		if a != (quota.Allowance{Guest: 7, Account: 7}) {
			t.Errorf("%q: the allowance has become %v", text, a)
		}
	}
}
