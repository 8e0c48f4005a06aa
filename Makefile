# Afterburner. `make` builds; `make run` shows; `make test` tests; `make help` lists the rest.
# Variables: BUILD (build), CC, PREFIX (/usr/local), DESTDIR, ARGS (options of afterburner-lab speed, of the matrix of
# applications).
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
ifeq ($(origin CC),default)
CC := $(shell scripts/find-compiler.sh 2>/dev/null || echo cc)
endif
ifeq ($(origin LINT),default) # make has a variable of this name
LINT := changed
endif
export CC BUILD PREFIX DESTDIR

.PHONY: all check lint format run test test-full test-fresh test-openssl test-arm64 test-i686 test-windows
.PHONY: test-applications fuzz mutants bench install uninstall packages release clean help

all:
	@scripts/bootstrap.sh --check build
	@scripts/build.sh product

check:
	@scripts/bootstrap.sh --check build
	@scripts/check.sh $(FAMILY)

lint:
	@scripts/lint.sh $(LINT)

format:
	@scripts/format.sh

run:
	@scripts/bootstrap.sh run
	@scripts/build.sh product
	@scripts/venv.sh lab/requirements.txt $(BUILD)/lab/venv
	@python3 demonstration/run.py --build $(BUILD)

test:
	@scripts/bootstrap.sh test
	@scripts/build.sh all
	@scripts/test.sh quick

test-full:
	@scripts/bootstrap.sh full applications packages platforms fresh
	@scripts/build.sh all
	@scripts/test.sh full

test-fresh:
	@scripts/bootstrap.sh fresh
	@scripts/test-fresh.sh $(ARGS) $(DISTRO)

test-openssl:
	@scripts/bootstrap.sh full
	@scripts/build.sh product
	@tests/openssl/run.py $(BUILD) $(RELEASE)

test-arm64:
	@scripts/bootstrap.sh platforms
	@tests/platform/arm64.sh $(BUILD)/arm64

test-windows:
	@scripts/bootstrap.sh platforms
	@tests/platform/windows.sh $(BUILD)/windows

test-i686:
	@scripts/bootstrap.sh platforms
	@tests/platform/i686.sh $(BUILD)/i686

test-applications:
	@scripts/bootstrap.sh applications
	@scripts/build.sh product
	@scripts/test-applications.sh $(ARGS)

fuzz:
	@scripts/bootstrap.sh test
	@scripts/fuzz.sh $(or $(MINUTES),10) $(ARGS)

mutants:
	@scripts/bootstrap.sh test
	@scripts/build.sh product
	@scripts/venv.sh tests/requirements.txt $(BUILD)/venv
	@PYTHONDONTWRITEBYTECODE=1 $(BUILD)/venv/bin/python tests/mutants/run.py $(BUILD) $(ARGS)

bench: all
	@scripts/bootstrap.sh --check run
	@$(BUILD)/bench/kernels
	@$(BUILD)/bench/batch
	@$(BUILD)/bench/keys
	@$(BUILD)/afterburner-lab speed $(ARGS)

install:
	@scripts/bootstrap.sh --check build
	@scripts/install.sh

uninstall:
	@scripts/uninstall.sh

packages:
	@scripts/bootstrap.sh packages
	@scripts/packages.sh

release:
	@scripts/bootstrap.sh packages
	@scripts/release.sh $(VERSION)

clean:
	@cmake -E rm -rf $(BUILD)

help:
	@echo 'make            build into $(BUILD)/'
	@echo 'make run        build, then show the difference on this machine (installs what is missing)'
	@echo 'make check FAMILY=ec  build and run the quick tests of one family: aes, hash, mac, ec, curve25519, rsa ...'
	@echo 'make lint       check layout, types and style; LINT=all analyses all C files, not only the changed ones'
	@echo 'make format     lay out C by .clang-format, wrap long lines of documents'
	@echo 'make test       build, then the quick tests (installs what is missing)'
	@echo 'make test-full  the quick tests and the long ones, many hours; PART=2/6: the second of six parts'
	@echo 'make test-fresh DISTRO=trixie  both README commands on a clean root of a distribution (root, debootstrap)'
	@echo 'make test-openssl RELEASE=3.5  OpenSSL'\''s own tests, stock and with the module (3.0, 3.5, 4.0 by default)'
	@echo 'make test-arm64  the portable code and the module, cross-compiled and run in QEMU (installs what is missing)'
	@echo 'make test-windows  library, module and command by mingw-w64, run in Wine (installs what is missing)'
	@echo 'make test-i686  the module for 32-bit x86 against OpenSSL of Debian i386 (installs what is missing)'
	@echo 'make test-applications  nginx, PostgreSQL, Node.js ... with and without the module (installs what is missing);'
	@echo '                       ARGS=--companion: with the companion'
	@echo 'make fuzz MINUTES=10  all fuzzers for so long together, with clang and libFuzzer (installs what is missing)'
	@echo 'make mutants    plant each of the faults of tests/mutants/ and see a test fail'
	@echo 'make bench      each kernel against the silicon, then the lab: everything in OpenSSL, with and without'
	@echo 'make install    PREFIX=$(PREFIX) DESTDIR=$(DESTDIR)'
	@echo 'make uninstall  remove what make install has installed (same PREFIX and DESTDIR)'
	@echo 'make packages   deb and rpm packages, an archive for any Linux, in $(BUILD)/packages (installs what is missing)'
	@echo 'make release VERSION=0.2.0  checks, packages, source, sums and SBOM, in $(BUILD)/release'
	@echo 'make clean      remove $(BUILD)/'
