# The door into Kofa: `make run` to use it, `make test` before a commit lands,
# `make bench` for numbers. Each installs what is missing on a Debian machine that
# has Rust and Python 3, and says what it does.

.DEFAULT_GOAL := help
TARGET := $(abspath $(or $(CARGO_TARGET_DIR),target))
.PHONY: help run check test bench clients messages screenshots sbom setup

help: ## list what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: ## build, start `kofa demo` in ./kofa-data and print what to try
	@scripts/setup.sh build models
	cargo build --locked --release -p kofa-server --bin kofa
	target/release/kofa demo

check: ## formatting, lints, docs and the house rules: the quick gate
	@scripts/setup.sh build nextest deny
	scripts/check.sh
	scripts/check_more.sh
	cargo nextest run --locked -p kofa-tidy

test: ## everything: check, all tests on both databases, the built server from outside
	@scripts/setup.sh build nextest deny postgres python browser models clients patroni deploy
	scripts/check.sh
	scripts/test.sh

bench: ## measure this machine; method and past numbers are in docs/benchmarks.md
	@scripts/setup.sh build postgres python browser bench ocr models
	scripts/postgres.sh benches/run.sh
	KOFA_BINARY=$(TARGET)/dist/kofa .venv/bin/python benches/paint.py
	benches/ocr.sh
	$(TARGET)/release/kofa-poa-bench --count 1160 --pictures 16 --layouts sealed

clients: ## write the clients in clients/ from the description of the built server
	@scripts/setup.sh build models
	cargo build --locked -p kofa-server --bin kofa
	scripts/clients.sh $(TARGET)/debug/kofa

messages: ## collect what people read, of each surface: messages/*.pot
	python3 scripts/messages.py

screenshots: ## take the pictures in tests/screenshots, which the tests compare pages with
	@scripts/setup.sh build models python browser
	cargo build --locked -p kofa-server --bin kofa
	KOFA_TAKE_SCREENSHOTS=1 KOFA_BINARY=$(TARGET)/debug/kofa .venv/bin/python -m pytest -q tests/test_screenshots.py

sbom: ## what the program is made of, as CycloneDX: target/kofa.cdx.json
	@scripts/setup.sh build python
	@mkdir -p target
	scripts/sbom.py target/kofa.cdx.json

setup: ## only install what the others need
	@scripts/setup.sh build nextest deny postgres python browser bench ocr models clients patroni deploy
