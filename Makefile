# Two commands matter: `make play` and `make test`. Everything they need beyond a Rust toolchain comes from Cargo.

CARGO ?= cargo

.PHONY: help play test format lint unit cases docs bench fuzz clean

help: ## what there is
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: ## build, and open the table
	$(CARGO) run --release --quiet -p undercity -- play

test: format lint unit cases docs ## everything that must hold before a change is trusted

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings

unit:
	$(CARGO) test --workspace --quiet

cases:
	$(CARGO) run --quiet -p undercity -- check scenarios/*/*.toml
	$(CARGO) run --quiet -p undercity -- judge cases

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

bench: ## the benchmarks; figures are ratios against a peer of the same run where that means anything
	$(CARGO) bench -p board -p tide

FUZZ_SECONDS ?= 600
FUZZ_TARGETS = scenario ledger case engine

fuzz: ## every fuzz target for FUZZ_SECONDS (needs cargo-fuzz)
	cd fuzz && for target in $(FUZZ_TARGETS); do \
		mkdir -p target/corpus/$$target && \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $$target target/corpus/$$target corpus/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) -timeout=25 || exit 1; \
	done

clean: ## what was built
	$(CARGO) clean
