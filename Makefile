# The commands of newcomers, CI and releases. `make help` lists them.
export IPF_STRICT := 1
export IPF_CONFORMANCE ?= $(abspath ../shared/conformance)

SWIFT ?= swift
# SwiftPM writes the flags of traits in the order of a hash table. Without a fixed order, most builds would compile
# everything.
BUILD := env SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build
# Everything, with ISA-L for inflating.
TRAITS := --traits default,ISAL
# The libraries and the service. With IPF_CHECK, Package.swift omits the other targets.
CHECK_TRAITS := --traits Service,ISAL
# Everything but TLS. BoringSSL doubles the time of a first build, and a service on loopback does not need it.
RUN_TRAITS := --traits CommandLine,Service,Master,ISAL
# The program contains the Swift runtime, so it starts faster and runs on machines without Swift. It is linked by lld,
# because the default linker warns of an unused function in Foundation.
RELEASED := -c release --product ipf $(if $(filter Linux,$(shell uname)),--static-swift-stdlib -Xswiftc -use-ld=lld) $(RUN_TRAITS)
# No debug information. Keeps the index, in which SwiftPM looks for tests.
PLAIN := -debug-info-format none
RELEASE := .build/release
FORMATTED := Package.swift Plugins Sources Tests Samples/Package.swift Samples/Sources

# Tests that wait for PostgreSQL and an object store. They run in a separate process, because they block the threads
# that tasks of other tests share.
SERVERS := MasterStoreTests|Master[A-Za-z]*CommandTests|Object(Parts|Reading|Store)?Tests

# Tests that `make check` skips unless ONLY names them: tests with servers or sockets, and random campaigns of over ten
# seconds.
SLOW := $(SERVERS)|CatalogServerTests|longerBarsEqualANaiveAggregation|everyFlippedByte|namesOfHours|everyCut|profilesOfBlocksEqualThoseOfColumns|queriesWaitForFewChanges|sealedNonsense|barsHaveTheAnchorsOfANaiveSearch
# Selects the tests that match: make check ONLY=InstrumentCatalogTests
ONLY ?=

CONCURRENT ?= WritingTests|SegmentTests|CompactionTests|LiveCatalogTests|BlockingRingTests|GzipPartTests|ParallelChunkReaderTests|DownloadTests|LiveConnectionTests|LastChangesTests|WorkOrderTests|FirstSearchTests
# The compiler's verifier rejects some code of the sanitizer (Swift 6.3: "Invalid bitcast"), so it is disabled.
TSAN := --sanitize=thread --scratch-path .build-tsan -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify

.PHONY: help setup ipf run check master library wheel test asan tsan dist deb dist-test dist-again release docs lint format bench bench-large bench-master bench-counts bench-compare bench-picture calendars clean

help: ## list all targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: ## install missing Debian packages
	@Scripts/setup

ipf: setup ## build the release `ipf` that `run` and `master` use
	@Scripts/step 'build ipf' $(BUILD) $(RELEASED)

run: ipf ## build `ipf`, import the sample, and show a short tour
	@Scripts/step 'a tour of ipf' Scripts/tour $(RELEASE)/ipf

master: ipf ## start PostgreSQL, a replica and two nodes, load the sample, and show a change that arrives on both
	@Scripts/setup postgresql curl
	@Scripts/step 'a tour of the master' Scripts/master-tour $(RELEASE)/ipf

check: setup ## run unit and conformance tests, for the inner loop; ONLY=… selects tests
	@IPF_CHECK=1 Scripts/step 'build the tests' $(BUILD) --build-tests --scratch-path .build/check $(CHECK_TRAITS) $(PLAIN)
	@Scripts/step tests Scripts/swift-test .build/check $(if $(ONLY),--filter '$(ONLY)',--skip '$(SLOW)')

test: setup ## run all tests: units, samples, random cases, wheel, SQLite extension, and the service over sockets and in a browser
	@SWIFT=$(SWIFT) Scripts/test '$(SERVERS)' $(TRAITS) $(PLAIN)

library: setup ## build libipf for C and bindings, the SQLite extension, and run the C sample
	SWIFT=$(SWIFT) Scripts/library
	Samples/C/run

wheel: setup ## build the Python package, and test it in fresh environments
	SWIFT=$(SWIFT) Scripts/wheel --test

dist: setup ## build `ipf` for machines without Swift in .build/dist: program, manual, completions, checksums
	SWIFT=$(SWIFT) Scripts/dist

deb: dist ## build a Debian package with systemd units in .build/deb
	Scripts/deb

dist-test: deb ## as root: test the archive and the package on a bare Debian, with lintian, and its units under systemd
	Tests/Packaging/system
	Tests/Packaging/units

dist-again: dist ## check that a second build from scratch has the same bytes
	cp .build/dist/SHA256SUMS .build/dist-sums
	rm -rf .build-dist
	SWIFT=$(SWIFT) Scripts/dist
	cmp .build/dist-sums .build/dist/SHA256SUMS

release: deb ## VERSION=…: build all parts of a release, and check that they have this version
	SWIFT=$(SWIFT) Scripts/wheel --test
	Tests/SQLite/run
	Scripts/release $(VERSION)

asan: setup ## make random calls of the C interface under the address sanitizer, and report leaks
	Tests/CInterface/run address

tsan: setup ## run the concurrency tests under the thread sanitizer; CONCURRENT=… selects tests
	$(SWIFT) build --build-tests $(TSAN)
	clang -O1 -fPIC -shared -o .build-tsan/libmutexorder.so Tests/ThreadSanitizer/MutexOrder.c
	LD_PRELOAD=$(abspath .build-tsan/libmutexorder.so) $(SWIFT) test --skip-build $(TSAN) --filter '$(CONCURRENT)'
	Tests/CInterface/run thread

lint: setup ## check formatting and the repository's own rules
	$(SWIFT) format lint --strict --recursive --parallel $(FORMATTED)
	@Scripts/lint
	$(BUILD) $(TRAITS) $(PLAIN)
	@Scripts/documentation
	@Scripts/programs
	@Benchmarks/check

format: ## format all Swift files in place
	$(SWIFT) format --in-place --recursive --parallel $(FORMATTED)

bench: setup ## generate the benchmark data once, measure, and store the result: six minutes after the build
	@Benchmarks/run

bench-large: setup ## compare an import of 17 million instruments with one of 1.7 million
	@Benchmarks/run large

bench-master: setup ## count the faults of 20 restores and 200 kills, and measure the instrument master
	@Scripts/step 'build the tests' $(BUILD) --build-tests $(TRAITS) $(PLAIN)
	@IPF_RESTORES=20 IPF_KILLS=200 Scripts/step '20 restores, 200 kills' Scripts/swift-test .build --filter 'RestoreTests|killsLoseNothing'
	@Benchmarks/run master

bench-counts: setup ## count instructions and cache misses of a look-up, a query, an imported row; independent of load
	@Benchmarks/run counts

# The arguments of `make bench-compare A B` and `make bench-picture RESULT` are not targets.
ifneq ($(filter bench-compare bench-picture,$(firstword $(MAKECMDGOALS))),)
RESULTS := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(RESULTS)
$(RESULTS): ; @:
endif

bench-compare: ## A B: compare two results, files or commits; FAIL_OVER=PERCENT fails if a figure is worse by more
	@Benchmarks/compare $(RESULTS) $(if $(FAIL_OVER),--fail-over $(FAIL_OVER))

bench-picture: ## RESULT: draw a result for the guide
	@Benchmarks/picture $(RESULTS)

docs: setup ## build the documentation in .build/site: all modules and the guide, checked for dead links
	$(BUILD) $(TRAITS) $(PLAIN)
	Scripts/site

CALENDARS := .build/calendars
calendars: ## make the bundled schedule defaults and their tables from the calendar packages
	python3 -m venv $(CALENDARS)
	$(CALENDARS)/bin/pip install --quiet --requirement Scripts/calendars/requirements.txt
	$(CALENDARS)/bin/python Scripts/calendars/snapshot
	python3 Scripts/calendars/generate
	$(CALENDARS)/bin/python Scripts/calendars/names

clean: ## remove build products
	rm -rf .build
