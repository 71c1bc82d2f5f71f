# Fullhouse. Every target needs Go 1.26 and, the first time, the network for the modules. `make test` brings the rest itself
# or says what to install.

.PHONY: run test test-full check bench when-full help

run: ## build and serve on http://localhost:8080
	go build -o bin/fullhouse ./cmd/fullhouse
	./bin/fullhouse

test: ## everything: lint, unit, property, conformance, sockets, browser, short fuzz
	scripts/test

test-full: ## the long forms of everything
	FULLHOUSE_FULL=1 scripts/test

check: ## the quick loop, under a minute: lint and unit tests
	scripts/check

bench: ## all benchmarks, and our limiter beside others
	go test -run '^$$' -bench . -benchmem ./...
	cd bench && go test -run '^$$' -bench . -benchmem ./...

when-full: ## a server in each of its refusals, with curl
	scripts/when-full

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/'
