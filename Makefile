# Two commands matter: `make play` and `make test`. Everything they need beyond a Rust toolchain comes from Cargo and,
# for the page in the browser, from npm (Node 20.19 or newer). `make test` also checks the interface with programs from
# PyPI, where there is Python 3.11 or newer, and the store on PostgreSQL, where Debian's package of it is installed.

CARGO ?= cargo

.PHONY: help play quick page program wire test format lint built libs suites unit cases docs page-checks contract proxies python python-stubs python-steps python-docs e2e shots tour bench peers balance measures ladder attack kills faults evening soak idle secrets mutants games fuzz clean

# Where Cargo puts the program that cases and the tests of the page run.
PROGRAM = $(abspath $(or $(CARGO_TARGET_DIR),target)/debug/undercity)
# The program as it is built for playing at home.
QUICK_PROGRAM = $(abspath $(or $(CARGO_TARGET_DIR),target)/quick/undercity)
# The program as it is shipped.
RELEASE = $(abspath $(or $(CARGO_TARGET_DIR),target)/release/undercity)
# The rule systems: each has a rulebook. The referee's own belongs to none, and the history of rulings is no rulebook.
SYSTEMS = $(filter-out referee history,$(basename $(notdir $(wildcard rulebooks/*.toml))))
NPM := $(shell command -v npm 2>/dev/null)
# Python of version 3.11 or newer, with the module that makes environments; empty if there is none.
PYTHON := $(shell python3 -c 'import sys, ensurepip; print(sys.executable if sys.version_info >= (3, 11) else "")' 2>/dev/null)

help: ## what there is
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Said before a build from nothing.
FIRST = @test -e $(QUICK_PROGRAM) || echo "Building Undercity. The first time this takes some minutes; the bar says how far it is."

ifdef NPM
play: ## build, and open the table in a browser (at the terminal where npm is missing)
	$(FIRST)
	@$(MAKE) --no-print-directory -j2 page quick
	@# The page may have come after the program: then its last part alone is built again.
	@$(MAKE) --no-print-directory quick
	$(QUICK_PROGRAM) play
else
play:
	$(FIRST)
	@$(MAKE) --no-print-directory quick
	@echo "npm is missing, so the page cannot be built: the table opens at this terminal instead."
	$(QUICK_PROGRAM) play --terminal
endif

# On all cores, whatever -j the make above it has.
quick:
	env -u MAKEFLAGS -u MFLAGS $(CARGO) build --profile quick -p undercity

page: web/node_modules ## build the page that the program carries
ifndef BUILT
	cd web && npm run --silent build
endif

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch web/node_modules

# Built as the tests of the workspace build it. By itself (`-p undercity`) its libraries would have other features, and
# all of it would be built twice.
program:
ifndef BUILT
	$(CARGO) test --workspace --quiet --no-run --test cli
endif

wire: $(if $(NPM),web/node_modules) program ## the page's types, from those of the server; its description, the schemas, the keys and the words in docs/
	UPDATE=1 $(CARGO) test --workspace --quiet --test refusals -- kept
	UPDATE=1 $(CARGO) test --workspace --quiet --test documents -- kept
ifdef NPM
	cd web && UNDERCITY=$(PROGRAM) npm run --silent wire
else
	@echo "npm is missing: the page's types (web/src/lib/wire.gen.ts) are not renewed"
endif

ifdef NPM
# Built first, so that the program is built once and carries it.
lint built unit program: page
endif

test: format lint built ## everything that must hold before a change is trusted
	@$(MAKE) --no-print-directory -j2 BUILT=1 QUICK=1 SITE_TESTS="cases tabs" libs docs site-built suites cases contract proxies python page-checks e2e site-tests

# What `make test` does once all is built: two lanes beside one another. Tests that start programs and wait for them leave
# the processor idle much of the time. The other lane computes, and yields to them.
LIBS = $(abspath $(or $(CARGO_TARGET_DIR),target)/libs.log)
# Those that Cargo finds by itself. `make mutants` runs the test named looks.
SUITES = $(sort $(filter-out looks,$(basename $(notdir $(wildcard crates/*/tests/*.rs bench/*/tests/*.rs))) \
	$(notdir $(patsubst %/main.rs,%,$(wildcard crates/*/tests/*/main.rs bench/*/tests/*/main.rs)))))

built:
	$(CARGO) test --workspace --quiet --no-run

# Shown when they are done: two reports at once cannot be read.
libs:
	nice $(CARGO) test --workspace --quiet --lib --bins >$(LIBS) 2>&1 || { cat $(LIBS); exit 1; }
	@cat $(LIBS)
	nice $(CARGO) test --workspace --quiet --doc

suites:
	$(CARGO) test --workspace --quiet $(SUITES:%=--test %)

ifdef BUILT
docs: | libs
site-wasm: | docs
# What plays in Chromium beside the tests of the page would slow them down.
site-tests: | e2e
cases: | suites
contract: | cases
proxies: | contract
python-wheel: | proxies
page-checks: | python
e2e: | page-checks
endif

format:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --all-features --quiet -- -D warnings
	@# By itself, without what the tests of the workspace ask of its libraries, the program must compile too.
	$(CARGO) check --quiet -p undercity

unit:
	$(CARGO) test --workspace --quiet

cases: program
	$(PROGRAM) check scenarios/*/*.toml explained/*.toml
	$(PROGRAM) judge cases explained

CONTRACT = $(abspath $(or $(CARGO_TARGET_DIR),target)/contract)
CONTRACT_TOOLS = crates/server/contract/requirements.txt
# Requests to each operation. More find more, and take longer.
CONTRACT_EXAMPLES ?= 50

ifdef PYTHON
contract: program ## the program against docs/openapi.json: requests of all kinds, and a game by a generated client (CONTRACT_EXAMPLES=500 for long)
	@# The stamp is made last, so that an installation that was cut off is made anew.
	cmp -s $(CONTRACT_TOOLS) $(CONTRACT)/venv/installed || { \
		rm -rf $(CONTRACT)/venv && $(PYTHON) -m venv $(CONTRACT)/venv && \
		$(CONTRACT)/venv/bin/pip install --quiet --disable-pip-version-check --requirement $(CONTRACT_TOOLS) && \
		cp $(CONTRACT_TOOLS) $(CONTRACT)/venv/installed; }
	$(CONTRACT)/venv/bin/python crates/server/contract/contract.py $(PROGRAM) $(CONTRACT)/run --examples $(CONTRACT_EXAMPLES)
else
contract:
	@echo "Python 3.11 is missing: the contract of the HTTP interface is not checked"
	@test -z "$$CI"
endif

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

PROXIES = $(abspath $(or $(CARGO_TARGET_DIR),target)/proxies)

ifdef PYTHON
proxies: program ## a game behind nginx and Caddy (Debian packages of these names), as deploy/ has them: no log may have a link
	$(PYTHON) deploy/tests/proxies.py $(PROGRAM) $(PROXIES)
else
proxies:
	@echo "Python 3.11 is missing: the proxies of deploy/ are not tried"
	@test -z "$$CI"
endif

PY = $(abspath $(or $(CARGO_TARGET_DIR),target)/python)
PY_TOOLS = crates/python/requirements-test.txt
# `release` for a package that plays as fast as the program that is shipped.
PYTHON_PROFILE ?= dev
# Built for trying, the package is made of the same libraries as the tests of the workspace.
PY_CARGO = $(if $(filter dev,$(PYTHON_PROFILE)),CARGO=$(abspath crates/python/cargo-of-the-workspace))
MATURIN = cd crates/python && CARGO_TARGET_DIR=$(dir $(PY)) $(PY_CARGO) $(PY)/venv/bin/maturin

# Modules that the package doesn't import by itself.
PY_MODULES = cluster environment gymnasium openspiel pettingzoo vector
# A reference that lacks the package's classes is none.
PY_REFERENCE = $(PY)/venv/bin/pdoc --docformat google --output-directory $(PY)/docs undercity $(PY_MODULES:%=undercity.%) '!undercity._undercity' && \
	grep --quiet 'id="Seat.offers"' $(PY)/docs/undercity.html && grep --quiet 'id="playouts"' $(PY)/docs/undercity/cluster.html

ifdef PYTHON
.PHONY: python-wheel
python-wheel:
	@# The stamp is made last, so that an installation that was cut off is made again.
	cmp -s $(PY_TOOLS) $(PY)/venv/installed || { \
		rm -rf $(PY)/venv && $(PYTHON) -m venv $(PY)/venv && \
		$(PY)/venv/bin/pip install --quiet --disable-pip-version-check --requirement $(PY_TOOLS) && \
		cp $(PY_TOOLS) $(PY)/venv/installed; }
	rm -rf $(PY)/wheels
	$(MATURIN) build --quiet --profile $(PYTHON_PROFILE) --auditwheel skip --compression-level 1 --out $(PY)/wheels
	$(PY)/venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps $(PY)/wheels/*.whl
	$(MATURIN) generate-stubs --quiet --profile $(PYTHON_PROFILE) --out $(PY)/stubs

python: program python-wheel ## the package for Python: wheel, types and tests, in an environment of its own (PYTHON_PROFILE=release for speed)
	cd crates/python && UNDERCITY=$(PROGRAM) STUBS=$(PY)/stubs $(PY)/venv/bin/python -m pytest --quiet
	cd crates/python && $(PY)/venv/bin/mypy --cache-dir $(PY)/mypy python tests examples bench
	cd crates/python && PATH=$(PY)/venv/bin:$$PATH $(PY)/venv/bin/pyright --pythonpath $(PY)/venv/bin/python
	@# From a folder without the package's source, so that what is installed is checked.
	cd $(PY) && venv/bin/stubtest undercity --ignore-disjoint-bases --allowlist $(abspath crates/python/stubtest.txt) --mypy-config-file $(abspath crates/python/pyproject.toml)
	$(PY_REFERENCE)

python-stubs: python-wheel ## the types of the native module, from its Rust code
	cp $(PY)/stubs/undercity/_undercity.pyi crates/python/python/undercity/_undercity.pyi

python-steps: ## steps a second from Python, beside OpenSpiel's dark_chess in the same run
	@$(MAKE) --no-print-directory python-wheel PYTHON_PROFILE=release
	$(PY)/venv/bin/python crates/python/bench/steps.py

python-docs: python-wheel ## the reference of the package, in target/python/docs
	$(PY_REFERENCE)
else
python python-stubs python-steps python-docs:
	@echo "Python 3.11 is missing: the package for Python is not built and tested"
	@test -z "$$CI"
endif

ifdef NPM
page-checks: page
	cd web && npm run --silent check && npm test --silent && npm run --silent size
else
page-checks:
	@echo "npm is missing: the page is not checked"
	@test -z "$$CI"
endif

# The page that the program carries is the one under test, so it is built before the program.
ifdef NPM
e2e: program ## the page in Chromium (Debian package: chromium) against the real server
	cd web && UNDERCITY=$(PROGRAM) npm run --silent e2e

shots: program ## screenshots of every state, in web/e2e/shots (SHOTS='phone.*guide' for some); two of them are those of the README
	cd web && UNDERCITY=$(PROGRAM) npm run --silent shots
	mkdir -p docs/images
	cp web/e2e/shots/turn-05-odds-desk.png docs/images/table.png
	cp web/e2e/shots/systems-tide-first-below-desk.png docs/images/underground.png

tour: page ## every built-in scenario played to its end by clicks (TOUR=asl for some; TOUR_PLAYERS=two), web/e2e/tour
	$(CARGO) build --quiet --release -p undercity
	cd web && UNDERCITY=$(RELEASE) npm run --silent tour
else
e2e shots tour:
	@echo "npm is missing: the page is not tried in a browser"
	@test -z "$$CI"
endif

include site/site.mk

LOOKS = $(abspath $(or $(CARGO_TARGET_DIR),target)/looks)

mutants: ## every look through a seat's eyes altered alone, to the truth or to what is public: something must notice (20 minutes)
	LOOKS=$(LOOKS) $(CARGO) test --profile secrets -p table --features looks --test looks -- --ignored --nocapture
	@# A filter that matches nothing is no failure for Cargo, so the test is looked for first.
	@for of in $(SYSTEMS:%="% --lib") "suite --test duel"; do \
		test="$(CARGO) test --profile secrets -p $$of --features looks every_look_matters -- --ignored"; \
		LOOKS=$(LOOKS) $$test --list | grep 'every_look_matters: test$$' >/dev/null \
			|| { echo "$${of%% *} has no test every_look_matters: see docs/write-a-system.md, section 12" >&2; exit 1; }; \
		LOOKS=$(LOOKS) $$test --nocapture || exit 1; done

bench: ## the benchmarks; figures are ratios against a peer of the same run where that means anything
	$(CARGO) bench $(patsubst crates/%/benches,-p %,$(wildcard crates/*/benches))

PEERS = $(abspath $(or $(CARGO_TARGET_DIR),target)/peers)

peers: ## random games against OpenSpiel's, measured in one run (needs Python 3.11 or newer)
	$(CARGO) build --profile peers --quiet -p peers
	test -d $(PEERS)/venv || python3 -m venv $(PEERS)/venv
	$(PEERS)/venv/bin/pip install --quiet --requirement bench/peers/requirements.txt
	$(PEERS)/venv/bin/python bench/peers/peers.py --playouts $(PEERS)/peers

BALANCE_GAMES ?= 40
BALANCE_PLAYERS ?= greedy,greedy search:100x,search:100x
# Systems or scenarios; `all` is every built-in one.
BALANCE_OF ?= all

balance: ## docs/balance.md, from games between computer players; stopped, it goes on where it was
	$(CARGO) build --release --quiet -p undercity
	$(RELEASE) balance $(BALANCE_OF) --games $(BALANCE_GAMES) $(BALANCE_PLAYERS:%=--players %) \
		--log $(dir $(RELEASE))balance --table docs/balance.md

MEASURED_GAMES ?= 100
# Systems or scenarios; those that are left out keep their figures.
MEASURED_OF ?= all

measures: ## data/measured.json: length and harder side of every scenario, for the start page; stopped, it goes on where it was
	$(CARGO) build --release --quiet -p undercity
	$(RELEASE) balance $(MEASURED_OF) --games $(MEASURED_GAMES) --players search:100x,search:100x \
		--log $(dir $(RELEASE))measures --measures data/measured.json

LADDER_MINUTES ?= 20
# Systems or scenarios; `all` is every built-in one.
LADDER_OF ?= all

ladder: ## ratings of the levels in docs/opponents.md, from games within LADDER_MINUTES=20; run again, it plays on
	$(CARGO) build --release --quiet -p undercity
	$(RELEASE) ladder $(LADDER_OF) --minutes $(LADDER_MINUTES) --log $(dir $(RELEASE))ladder --table docs/opponents.md

FUZZ_SECONDS ?= 600
FUZZ_TARGETS = scenario ledger case engine
# What the fuzzer begins with: the repository's own files of that kind.
SEEDS_scenario = ../scenarios ../cases
SEEDS_case = ../cases
SEEDS_ledger = corpus/ledger
SEEDS_engine = corpus/engine

ATTACK_SECONDS ?= 25
ATTACK_REST ?= 5

attack: ## attacks on the program from many addresses, while an honest game is timed (ATTACK_SECONDS each, ATTACK_REST after it)
	$(CARGO) build --release --quiet -p undercity
	$(CARGO) run --release --quiet -p server --example attack -- $(RELEASE) $(ATTACK_SECONDS) $(ATTACK_REST) $(ATTACK)

KILLS ?= 1000

kills: ## the program killed KILLS times while four games are played: no order is lost or doubled (some minutes)
	UNDERCITY_KILLS=$(KILLS) $(CARGO) test --release -p undercity --test kill -- --nocapture

FAULTS ?= 200

faults: ## three servers on one PostgreSQL, killed FAULTS times, paused and cut off: no order is lost or doubled (half an hour)
	UNDERCITY_FAULTS=$(FAULTS) $(CARGO) test --release -p undercity --test servers -- --nocapture

EVENING_GAMES ?= 150
EVENING_SECONDS ?= 240

evening: ## a club's evening on three servers: 300 people, EVENING_GAMES, one server killed at the busiest moment
	UNDERCITY_EVENING="$(EVENING_GAMES) $(EVENING_SECONDS)" \
		$(CARGO) test --release -p undercity --test servers -- --ignored --nocapture evening

SOAK_MINUTES ?= 20

soak: ## 200 games of all systems played for SOAK_MINUTES: the memory of the program must stay flat
	$(CARGO) build --release --quiet -p undercity
	$(CARGO) run --release --quiet -p server --example soak -- $(RELEASE) 200 $(SOAK_MINUTES)

idle: ## 10,000 sockets of games that rest: the memory of the program with them
	$(CARGO) build --release --quiet -p undercity
	$(CARGO) run --release --quiet -p server --example idle -- $(RELEASE)

games: ## whole games of every scenario, to the byte as they were (UPDATE=1 keeps them as they are now; some minutes)
	$(CARGO) test --workspace --quiet --test fingerprints -- --include-ignored

# Pairs of truths that a seat may not tell apart, and the small worlds that are played whole, an order deeper.
SECRETS_PAIRS ?= 200000
SECRETS_SEED ?= 1
secrets: ## pairs of truths at length (SECRETS_PAIRS each for SECRETS_SYSTEMS="tide asl", another SECRETS_SEED goes on), and the small worlds deeper
	@for system in $(or $(SECRETS_SYSTEMS),$(SYSTEMS)); do \
		SECRETS_PAIRS=$(SECRETS_PAIRS) SECRETS_SEED=$(SECRETS_SEED) \
			$(CARGO) test --quiet --profile secrets -p $$system --lib -- --ignored secrets_at_length --nocapture || exit 1; \
		$(CARGO) test --quiet --profile secrets -p $$system --lib -- --ignored deep || exit 1; \
	done
	$(CARGO) test --quiet --profile secrets -p suite --test worlds -- --ignored deep

fuzz: ## every fuzz target for FUZZ_SECONDS (needs cargo-fuzz)
	cd fuzz && mkdir -p $(FUZZ_TARGETS:%=target/corpus/%) $(foreach target,$(FUZZ_TARGETS), && \
		RUSTC_BOOTSTRAP=1 $(CARGO) fuzz run $(target) target/corpus/$(target) $(SEEDS_$(target)) -- \
			-max_total_time=$(FUZZ_SECONDS) -timeout=25)

clean: ## what was built
	$(CARGO) clean
