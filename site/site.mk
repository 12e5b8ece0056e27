# The site of static files, without the playable page: its documentation and its front page. Everything is generated from
# files of the repository by the program `book` (crates/book).

SITE ?= $(abspath $(or $(CARGO_TARGET_DIR),target)/site)
BOOK = $(abspath $(or $(CARGO_TARGET_DIR),target)/debug/book)

.PHONY: book site-docs site-front site-checks

# Built as the tests of the workspace build it: by itself its libraries would have other features.
book:
ifndef BUILT
	$(CARGO) test --workspace --quiet --no-run --test site
endif

site-docs: book ## the documentation, in target/site/docs
	$(BOOK) docs $(SITE)

site-front: book ## the front page, in target/site
	$(BOOK) front $(SITE)

site-checks: site-docs site-front ## dead links, and with npm and Chromium the pages as a browser shows them
	$(BOOK) check $(SITE)
ifdef NPM
	@$(MAKE) --no-print-directory web/node_modules
	cd web && SITE=$(SITE) npx vitest run --config e2e/site/vitest.config.ts pages
endif
