package main

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"example.com/fullhouse/internal/store/pgtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(withoutBinary{pgtest.Main(m)}) }

// called runs a command to its end.
func called(t *testing.T, env environment, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	code = run(t.Context(), args, env, &out, &errs)
	return code, out.String(), errs.String()
}

func TestRun_EveryCommandExplainsItselfWithAnExample(t *testing.T) {
	for _, c := range commands() {
		for _, help := range []string{"-h", "--help"} {
			code, out, errs := called(t, environ(), c.name, help)
			if code != exitGood || errs != "" || !strings.HasPrefix(out, "Usage: fullhouse") || !strings.Contains(out, "Example:\n") {
				t.Errorf("%s %s: exit %d\n%s%s", c.name, help, code, out, errs)
			}
		}
	}
}

func TestRun_HelpListsEveryCommand(t *testing.T) {
	code, out, _ := called(t, environ(), "-h")
	for _, c := range commands() {
		if !strings.Contains(out, "fullhouse "+c.name) {
			t.Errorf("the list lacks %s", c.name)
		}
	}
	if code != exitGood {
		t.Errorf("exit %d, want %d", code, exitGood)
	}
}

func TestRun_BadUseExitsWith2AndSaysWhatIsWrong(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"server"}, `no command "server"`},
		{[]string{"-p", "8080"}, `no command "-p"`},
		{[]string{"serve", "now"}, "takes no arguments"},
		{[]string{"migrate", "x"}, "takes no arguments"},
		{[]string{"version", "x"}, "takes no arguments"},
	} {
		if code, out, errs := called(t, environ(), c.args...); code != exitUse || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want %q", c.args, code, out, errs, c.want)
		}
	}
}

func TestRun_NonsenseInTheEnvironmentStopsTheStart(t *testing.T) {
	for _, name := range []string{"serve", "migrate"} {
		code, out, errs := called(t, environ("MAX_LIVE_TABLES", "0"), name)
		if code != exitUse || out != "" || !strings.Contains(errs, "FULLHOUSE_MAX_LIVE_TABLES is 0, but must be from 1") {
			t.Errorf("%s: exit %d, stdout %q, stderr %q", name, code, out, errs)
		}
	}
}

func TestRun_SpeaksOfVariablesThatAreNoSettings(t *testing.T) {
	env := environ("DATA_DIR", t.TempDir(), "MAX_LIVE_TABELS", "3", "DATADIR", "/x", "FULL", "1", "CONFORMANCE", "data")
	env["FULLHOUSES"] = "not ours"
	code, _, errs := called(t, env, "migrate")
	want := "fullhouse: FULLHOUSE_DATADIR is no setting and does nothing; did you mean FULLHOUSE_DATA_DIR?\n" +
		"fullhouse: FULLHOUSE_MAX_LIVE_TABELS is no setting and does nothing; did you mean FULLHOUSE_MAX_LIVE_TABLES?\n"
	if code != exitGood || errs != want {
		t.Errorf("exit %d, stderr\n%swant %d and\n%s", code, errs, exitGood, want)
	}
}

func TestRun_VersionIsOneLine(t *testing.T) {
	code, out, errs := called(t, environ(), "version")
	if code != exitGood || errs != "" || !strings.HasPrefix(out, "fullhouse ") || strings.Count(out, "\n") != 1 {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, errs)
	}
}

func TestRun_MigrateMakesTheDatabaseAndMayBeRepeated(t *testing.T) {
	env := environ("DATA_DIR", t.TempDir()+"/new")
	for range 2 {
		if code, out, errs := called(t, env, "migrate"); code != exitGood || errs != "" || !strings.Contains(out, "has the schema") {
			t.Errorf("exit %d, stdout %q, stderr %q", code, out, errs)
		}
	}
}
