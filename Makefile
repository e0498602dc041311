# One command each for what a newcomer, CI and a release do. `make help` lists them.
export IPF_STRICT := 1
export IPF_CONFORMANCE ?= $(abspath ../shared/conformance)

SWIFT ?= swift
# SwiftPM writes the flags of traits in the order of a hash table. Without a fixed order, most builds would compile everything again.
BUILD := env SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# Everything, and inflating by ISA-L.
TRAITS := --traits default,ISAL
# The libraries and the service: Package.swift leaves out the other targets for IPF_CHECK.
CHECK_TRAITS := --traits Service,ISAL
# Everything but TLS: BoringSSL doubles the time of a first build, and the service on loopback doesn't need it.
RUN_TRAITS := --traits CommandLine,Service,Master,ISAL
# Swift's runtime inside: the program starts in two thirds of the time, and runs on machines without Swift. The usual linker warns of a
# function in Foundation that nothing calls.
RELEASED := -c release --product ipf $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xswiftc -use-ld=lld) $(RUN_TRAITS)
# Without debug information. The index stays: SwiftPM looks for tests in it.
PLAIN := -debug-info-format none
RELEASE := .build/release
FORMATTED := Package.swift Plugins Sources Tests Samples/Package.swift Samples/Sources

# Tests that wait for PostgreSQL and an object store. In a process of their own: they block the threads that others' tasks share.
SERVERS := MasterStoreTests|Master[A-Za-z]*CommandTests|Object(Parts|Reading|Store)?Tests

# Tests that `make check` skips unless ONLY names them: those with servers or sockets, and campaigns of over ten seconds each.
SLOW := $(SERVERS)|CatalogServerTests|longerBarsAreTheNaiveOnes|everyFlippedByte|namesOfHours|everyCut|sameAsFromColumns|whoAsksWaitsForFewChanges|sealedNonsense|barsHaveTheAnchorsOfANaiveWalk
# Only the tests that match: make check ONLY=InstrumentCatalogTests
ONLY ?=

CONCURRENT ?= WritingTests|SegmentTests|CompactionTests|LiveCatalogTests|BlockingRingTests|GzipPartTests|ParallelChunkReaderTests|DownloadTests|LiveConnectionTests|LastChangesTests|WorkOrderTests|FirstSearchTests
# The compiler's own check of its code refuses what the sanitizer adds to some of it (Swift 6.3: "Invalid bitcast").
TSAN := --sanitize=thread --scratch-path .build-tsan -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify

.PHONY: help setup ipf run check master library wheel test asan tsan dist deb dist-test dist-again release docs lint format bench bench-large bench-master bench-counts bench-compare bench-picture calendars clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: ## install the Debian packages that are missing
	@Scripts/setup

ipf: setup ## the release build of `ipf` that the next targets use
	@Scripts/step 'build ipf' $(BUILD) $(RELEASED)

run: ipf ## build `ipf`, import the sample into a catalog, and ask it a few things
	@Scripts/step 'a tour of ipf' Scripts/tour $(RELEASE)/ipf

master: ipf ## bring up PostgreSQL, a replica and two nodes, load the sample, and show a change arriving on both
	@Scripts/setup postgresql curl
	@Scripts/step 'a tour of the master' Scripts/master-tour $(RELEASE)/ipf

check: setup ## unit and conformance tests, for the inner loop; ONLY=… names some of the tests
	@IPF_CHECK=1 Scripts/step 'build the tests' $(BUILD) --build-tests --scratch-path .build/check $(CHECK_TRAITS) $(PLAIN)
	@Scripts/step tests Scripts/swift-test .build/check $(if $(ONLY),--filter '$(ONLY)',--skip '$(SLOW)')

test: setup ## all tests, the samples, random cases, the wheel and the SQLite extension, and the service: over sockets, and in a headless browser
	@SWIFT=$(SWIFT) Scripts/test '$(SERVERS)' $(TRAITS) $(PLAIN)

library: setup ## libipf for C and bindings, with the Swift runtime inside, and the SQLite extension; the sample in C
	SWIFT=$(SWIFT) Scripts/library
	Samples/C/run

wheel: setup ## the Python package, installed into a fresh environment and tested there
	SWIFT=$(SWIFT) Scripts/wheel --test

dist: setup ## `ipf` for machines without Swift, in .build/dist: program, manual, completions, checksums
	SWIFT=$(SWIFT) Scripts/dist

deb: dist ## a Debian package of it, in .build/deb, with units of systemd
	Scripts/deb

dist-test: deb ## as root: the archive and the package on a bare Debian, with lintian; its units under systemd
	Tests/Packaging/system
	Tests/Packaging/units

dist-again: dist ## a second build from nothing makes the same bytes
	cp .build/dist/SHA256SUMS .build/dist-sums
	rm -rf .build-dist
	SWIFT=$(SWIFT) Scripts/dist
	cmp .build/dist-sums .build/dist/SHA256SUMS

release: deb ## VERSION=…: builds all that a release is made of, and checks that it says the same version
	SWIFT=$(SWIFT) Scripts/wheel --test
	Tests/SQLite/run
	Scripts/release $(VERSION)

asan: setup ## random calls of the C interface, under the address sanitizer, with leaks
	Tests/CInterface/run address

tsan: setup ## what several threads do at once, under the thread sanitizer
	$(SWIFT) build --build-tests $(TSAN)
	clang -O1 -fPIC -shared -o .build-tsan/libmutexorder.so Tests/ThreadSanitizer/MutexOrder.c
	LD_PRELOAD=$(abspath .build-tsan/libmutexorder.so) $(SWIFT) test --skip-build $(TSAN) --filter '$(CONCURRENT)'
	Tests/CInterface/run thread

lint: setup ## formatting and the repository's own rules
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)
	@Scripts/lint
	$(BUILD) $(TRAITS) $(PLAIN)
	@Scripts/documentation
	@Scripts/programs

format: ## format all Swift files in place
	$(SWIFT) format --in-place --recursive --parallel $(FORMATTED)

bench: setup ## generate the benchmark data once, measure, keep the result: six minutes after the build
	@Benchmarks/run

bench-large: setup ## an import of 17 million instruments beside one of 1.7 million
	@Benchmarks/run large

bench-master: setup ## the same for the instrument master: a PostgreSQL server of its own, and its bounds
	@Benchmarks/run master

bench-counts: setup ## instructions and cache misses of a look-up, a query, a row of an import: the same on a busy machine
	@Benchmarks/run counts

# The results that `make bench-compare A B` and `make bench-picture RESULT` name are no targets.
ifneq ($(filter bench-compare bench-picture,$(firstword $(MAKECMDGOALS))),)
RESULTS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(RESULTS)
$(RESULTS): ; @:
endif

bench-compare: ## A B: two results, files or commits, side by side; with FAIL_OVER=PERCENT exit status 1 where one got worse by more
	@Benchmarks/compare $(RESULTS) $(if $(FAIL_OVER),--fail-over $(FAIL_OVER))

bench-picture: ## RESULT: draw it for the guide
	@Benchmarks/picture $(RESULTS)

docs: setup ## the documentation as pages, in .build/site: all modules and the guide, checked for dead links
	$(BUILD) $(TRAITS) $(PLAIN)
	Scripts/site

CALENDARS := .build/calendars
calendars: ## redo the bundled schedule defaults and their tables from the calendar packages
	python3 -m venv $(CALENDARS)
	$(CALENDARS)/bin/pip install --quiet --requirement Scripts/calendars/requirements.txt
	$(CALENDARS)/bin/python Scripts/calendars/snapshot
	python3 Scripts/calendars/generate
	$(CALENDARS)/bin/python Scripts/calendars/names

clean: ## remove build products
	rm -rf .build
