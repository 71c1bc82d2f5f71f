package mail_test

import (
	"context"
	"fmt"
	"os"

	"example.com/fullhouse/internal/mail"
)

func ExampleMailer_Send() {
	m, err := mail.New(mail.Config{PublicURL: "http://localhost:8080", Local: os.Stdout})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = m.Send(context.Background(), "alice@example.org", "Choose a new password", "http://localhost:8080/reset#token=...")
	fmt.Println(err)
	// Output:
	//
	// No mail server is set, so here is the mail to alice@example.org:
	//
	// Choose a new password
	//
	// http://localhost:8080/reset#token=...
	// <nil>
}
