# Each line is a command that you could type, and a finished step is not repeated.

BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate
PLAY := --group build --extra server --extra solver --extra plot --extra cluster
TEST := $(PLAY) --group docs --extra rl --extra dask --extra dev

# The first Python that is new enough; `make play PYTHON=…` chooses another.
USABLE := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON = $(or $(shell for python in python3.13 python3.14 python3.12 python3.11 python3; do \
	$$python -c '$(USABLE)' 2>/dev/null && echo $$python && break; done),python3)

# The tests that must reach every branch of the rules and their notation.
COVERING := tests/rules tests/notation tests/test_conformance.py tests/test_contract.py

# The page, built from web/ with the Node.js that comes as a Python package.
PAGE := src/qwixx/server/static/index.html
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm
ENGINE := src/qwixx/server/engine/engine.json
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -type f -print)

# How many processes the tests may use.
JOBS := 2
# Names of the browser, as in tests/browser/chromium.py.
BROWSERS := chromium chromium-browser google-chrome
# Finds a program, also in the folder where Debian installs programs for root.
WHICH := PATH="$$PATH:/usr/sbin" command -v

# Small matrix products are faster in one thread.
export OPENBLAS_NUM_THREADS := 1
# Compiles Python files when they are installed, so that the first start of a command is fast.
export UV_COMPILE_BYTECODE := 1
# Makes npm use the certificates of the machine, as pip does.
export NODE_USE_SYSTEM_CA := 1

# Installs a package of Debian, or asks you to.
INSTALLED = { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
	apt-get -qq update && apt-get -qq install -y $(1) >/dev/null; } || \
	{ echo "The tests need $(1): please install it." >&2; exit 1; }

.PHONY: help play page engine test check style types prose page-check page-test page-size rules compiled format docs release \
	bench nightly lock clean
.DELETE_ON_ERROR:
.SECONDARY:

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

play: .venv/play.done page engine ## set up everything for playing, and open the game in the browser
	$(BIN)/qwixx serve --open

page: $(PAGE) ## build the page of the web game

engine: $(ENGINE) ## build the engine that plays in the browser, without a server

# The quick checks come first, then the independent parts in parallel, then the rest.
test: .venv/test.done .venv/browser.done .venv/tools.done ## set up everything for testing, and run all tests
	$(MAKE) --no-print-directory --jobs=$(JOBS) --output-sync check
	$(MAKE) --no-print-directory --jobs=$(JOBS) --output-sync compiled page engine rules page-test page-size
	$(BIN)/pytest -n $(JOBS) --durations=20 $(COVERING:%=--ignore=%)

check: style types prose page-check ## the quick part of the tests: style, types, imports, sentences

style: .venv/test.done
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo

types: .venv/test.done
	$(BIN)/mypy

prose: .venv/test.done
	$(BIN)/python -m tests.prose

page-check: .venv/test.done web/node_modules/.package-lock.json
	$(NPM) run --silent check

page-test: web/node_modules/.package-lock.json
	$(NPM) run --silent test

# The budget for a first visit. Players build the page without it.
page-size: $(PAGE)
	$(NPM) run --silent size

# Apart from the other tests, because measuring the coverage takes time.
rules: .venv/test.done
	$(BIN)/pytest $(COVERING) --cov

# Compiles the game loops once; otherwise each process of the tests would compile them again.
compiled: .venv/test.done
	$(BIN)/python -m tests.compiled

format: .venv/test.done web/node_modules/.package-lock.json ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(NPM) run --silent format

docs: .venv/docs.done ## build the documentation into site/, with a game if page and engine are built
	$(BIN)/zensical build --strict --clean
ifneq ($(and $(wildcard $(PAGE)),$(wildcard $(ENGINE))),)
	rm -rf site/play
	$(BIN)/qwixx site --out site/play
endif

release: check page engine docs ## build and check everything that a release needs; publishes nothing
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist
	$(BIN)/twine check --strict dist/*
	$(BIN)/python -m tests.release
	@ls -l dist
	@echo "By hand: the date in CHANGELOG.md, the addresses in pyproject.toml, the tag, the upload."

bench: .venv/test.done .venv/browser.done ## measure and print the speed of everything
	for benchmark in benchmarks/*.py; do $(BIN)/python $$benchmark || exit; done

nightly: .venv/test.done .venv/tools.done .venv/browsers.done compiled page engine ## run the browser tests in Firefox and WebKit, and the random tests for much longer
	for browser in firefox webkit; do $(BIN)/pytest --browser $$browser tests/browser || exit; done
	$(BIN)/pytest -n $(JOBS) --ignore=tests/browser \
		--hypothesis-profile=nightly --games=20000 --kills=300 --frozen=30 --messages=100000 --seed=$(shell date +%s)

lock: .venv/uv.done ## update the lock files (UPGRADE=--upgrade: to the newest versions)
	$(COMPILE) $(UPGRADE) --group bootstrap -o requirements/bootstrap.lock
	$(COMPILE) $(UPGRADE) pyproject.toml $(TEST) -o requirements/test.lock
	$(COMPILE) pyproject.toml $(PLAY) -c requirements/test.lock -o requirements/play.lock
	$(COMPILE) --group docs -c requirements/test.lock -o requirements/docs.lock

clean: ## remove everything that make has made
	rm -rf site dist
	rm -rf web/node_modules src/qwixx/server/static src/qwixx/server/engine
	rm -rf .venv .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks research -name __pycache__ -prune -exec rm -rf {} +

.venv/uv.done: requirements/bootstrap.lock
	$(if $(shell $(PYTHON) -c '$(USABLE)' 2>&1 || echo no),$(error Python 3.11 or newer \
	with its venv module is needed (on Debian and Ubuntu: apt install python3-venv)))
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Playing and testing share one environment, and nothing is ever uninstalled: test.lock has everything in
# play.lock, in the same versions.
.venv/%.done: requirements/%.lock .venv/uv.done pyproject.toml src/qwixx/__init__.py
	$(INSTALL) --require-hashes -r $<
	$(INSTALL) --no-deps --no-build-isolation --reinstall-package qwixx --editable .
	@touch $@

# The browser for the tests: an installed one, or Debian's.
.venv/browser.done: | .venv/uv.done
	@for browser in $(BROWSERS); do command -v $$browser; done | grep -q . || $(call INSTALLED,chromium)
	@touch $@

# The other browsers, and a virtual screen for WebKit.
.venv/browsers.done: | .venv/uv.done
	@command -v firefox-esr >/dev/null || $(call INSTALLED,firefox-esr)
	@command -v WebKitWebDriver >/dev/null || $(call INSTALLED,webkit2gtk-driver)
	@command -v Xvfb >/dev/null || $(call INSTALLED,xvfb)
	@touch $@

# Programs that the tests put around a server. Redis has no Python package for every version.
.venv/tools.done: | .venv/test.done
	@$(WHICH) nginx >/dev/null || $(call INSTALLED,nginx-light)
	@$(WHICH) openssl >/dev/null || $(call INSTALLED,openssl)
	@test -x $(BIN)/redis-server || $(WHICH) redis-server >/dev/null || $(call INSTALLED,redis-server)
	@touch $@

web/node_modules/.package-lock.json: web/package-lock.json | .venv/uv.done
	@test -x $(BIN)/npm || $(MAKE) .venv/play.done
	$(NPM) ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(PAGE_SOURCES) web/node_modules/.package-lock.json
	$(NPM) run --silent build

# msgspec for the Python interpreter of browsers; the other lock files cannot name that platform.
.venv/engine/msgspec: requirements/engine.lock | .venv/uv.done
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes \
		--only-binary :all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 \
		--dest .venv/engine -r $<
	$(BIN)/python -m zipfile -e .venv/engine/msgspec-*.whl .venv/engine
	@touch $@

$(ENGINE): .venv/engine/msgspec web/node_modules/.package-lock.json $(wildcard web/engine/*) \
		$(shell find src/qwixx/bots src/qwixx/device src/qwixx/kernel src/qwixx/notation \
		src/qwixx/protocol src/qwixx/rules src/qwixx/table -name '*.py')
	$(NPM) run --silent engine -- "$(CURDIR)/.venv/engine" "$(CURDIR)/$(dir $@)"
