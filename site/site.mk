# The site of static files: the playable page with its referee as WebAssembly, the documentation and the front page. The
# documentation and the front page are generated from files of the repository by the program `book` (crates/book).

# With QUICK=1 for trying: one module for all, which is built in a fraction of the time. It never replaces the site that is
# to be published.
SITE ?= $(abspath $(or $(CARGO_TARGET_DIR),target)/site$(if $(QUICK),-quick))
BOOK = $(abspath $(or $(CARGO_TARGET_DIR),target)/debug/book)
SITE_WASM = $(abspath $(or $(CARGO_TARGET_DIR),target)/site-wasm$(if $(QUICK),-quick))
WASM = $(if $(QUICK),module-quick,module $(SYSTEMS))

# The tests of the site in Chromium: files of web/e2e/site, or nothing for all of them, which takes some minutes more.
SITE_TESTS ?= cases guides tabs pages

.PHONY: book site site-wasm site-search site-page site-docs site-front site-checks site-built site-tests

# Built as the tests of the workspace build it: by itself its libraries would have other features.
book:
ifndef BUILT
	$(CARGO) test --workspace --quiet --no-run --test site
endif

ifdef NPM
site: site-page site-front ## the whole site in target/site, for any file host (QUICK=1 for trying, in target/site-quick)
	node web/site/offline.mjs $(SITE)

site-wasm: web/node_modules book ## the referee as WebAssembly (QUICK=1 for trying)
	nice crates/browser/build/modules $(SITE_WASM) $(WASM)

site-search: site-wasm ## speed of search as WebAssembly beside the program's, in one run
	$(CARGO) bench --quiet -p browser --bench native --no-run
	cd web && SITE_WASM=$(SITE_WASM) node site/search.mjs

site-page: site-wasm program
	cd web && SITE_WASM=$(SITE_WASM) UNDERCITY=$(PROGRAM) npm run --silent build:site
	mkdir -p $(SITE)
	rm -rf $(SITE)/play
	cp -r web/dist-site $(SITE)/play
else
site site-wasm site-page:
	@echo "npm is missing: the site is not built"
	@test -z "$$CI"
endif

site-docs: book ## the documentation, in target/site/docs
	$(BOOK) docs $(SITE)
	@# Its list of files is no longer true: `make site` makes another.
	rm -f $(SITE)/sw.js

# It adds to the folder that the documentation empties.
site-front: site-docs ## the front page, in target/site
	$(BOOK) front $(SITE)

site-checks: site-front ## dead links, and with npm and Chromium the pages as a browser shows them
	$(BOOK) check $(SITE)
ifdef NPM
	@$(MAKE) --no-print-directory web/node_modules
	cd web && SITE=$(SITE) npx vitest run --config e2e/site/vitest.config.ts pages
endif

# What a machine lacks is an error only where nothing may be missing.
ifeq ($(shell crates/browser/build/cargo-wasm --check 2>/dev/null && echo yes),yes)
ifdef NPM
site-built: site

site-tests: site ## the site in Chromium, on a plain file host and without network (SITE_TESTS= for all of it)
	$(BOOK) check $(SITE)
	cd web && SITE=$(SITE) UNDERCITY=$(PROGRAM) nice npm run --silent site -- $(SITE_TESTS)
else
site-built site-tests: site
endif
else
site-built site-tests:
	@crates/browser/build/cargo-wasm --check || test -z "$$CI"
endif
