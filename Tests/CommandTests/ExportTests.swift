import Foundation
import TestSupport
import Testing

/// `ipf export`, read back by other programs.
@Suite struct ExportTests {
    /// IPF is imported, exported in each format, read by another program and converted back to IPF: the profiles are
    /// unchanged.
    @Test(arguments: ["sqlite", "arrow", "arrows", "parquet", "csv", "csv.gz", "jsonl", "ipf"])
    func exportedProfilesAreReadBackUnchanged(suffix: String) throws {
        let folder = try ExportFixture.folder()
        let form = String(suffix.split(separator: ".")[0])
        let python = try ExportFixture.python()
        let exported = try Command.run(
            ["export", "all.ipfc", "-o", "out.\(suffix)", "--python", python], in: folder.url)
        #expect(exported.status == 0 && exported.errors == "" && exported.output == "")
        if form == "ipf" {
            try FileManager.default.copyItem(atPath: folder.path("out.ipf"), toPath: folder.path("back.ipf"))
        } else {
            let read = try Command.shell(
                "\(python) \(Command.root.path)/Tests/Export/to-ipf \(form) out.\(suffix) >back.ipf", in: folder.url)
            #expect(read.status == 0, "\(read.errors)")
        }
        let imported = try Command.run(["import", "--lenient", "back.ipf", "-o", "back.ipfc"], in: folder.url)
        #expect(imported.status == 0, "\(imported.errors)")
        let difference = try Command.run(["diff", "all.ipfc", "back.ipfc"], in: folder.url)
        #expect(difference.status == 0 && difference.output.contains("0 added, 0 removed, 0 changed"), "\(difference)")
    }

    /// Repeating an export with `--order` gives equal bytes.
    @Test(arguments: ["sqlite", "arrow"])
    func exportsAreReproducible(suffix: String) throws {
        let folder = try ExportFixture.folder()
        for name in ["a", "b"] {
            let result = try Command.run(
                ["export", "all.ipfc", "-o", "\(name).\(suffix)", "--order", "symbol"], in: folder.url)
            #expect(result.status == 0)
        }
        #expect(
            FileManager.default.contentsEqual(atPath: folder.path("a.\(suffix)"), andPath: folder.path("b.\(suffix)")))
    }

    // MARK: Content

    @Test func filtersAndFieldsSelectTheExportedValues() throws {
        let fixture = try FilterFixture()
        for (arguments, output) in Self.answers {
            let result = try fixture.run(["export", "old.catalog", "-o", "-"] + arguments)
            #expect(result.output == output && result.status == 0, "\(arguments): \(result.errors)")
        }
    }

    private static let answers = [
        (
            ["--format", "jsonl", "--strike", "..150", "--fields", "STRIKE,SECTOR,EXPIRATION", "--order", "symbol"],
            """
            {"TYPE":"OPTION","SYMBOL":".AAPL270115C150","STRIKE":150,"SECTOR":null,"EXPIRATION":"2027-01-15"}
            {"TYPE":"OPTION","SYMBOL":".AAPL270115C9","STRIKE":9,"SECTOR":null,"EXPIRATION":"2027-01-15"}
            {"TYPE":"OPTION","SYMBOL":".AAPL270115P150","STRIKE":150,"SECTOR":null,"EXPIRATION":"2027-01-15"}
            {"TYPE":"OPTION","SYMBOL":".AAPL270122P150","STRIKE":150,"SECTOR":null,"EXPIRATION":"2027-01-22"}

            """
        ),
        // The columns are all fields that occur in the catalog, and no others.
        (
            ["--format", "csv", "--country", "TR"],
            """
            TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY,CFI,MULTIPLIER,PRODUCT,UNDERLYING,SPC,EXPIRATION,LAST_TRADE,\
            STRIKE,OPTION_TYPE,EXPIRATION_STYLE,TRADING_HOURS,SECTOR
            STOCK,THYAO:TR,"Türk Hava Yolları, A.O.",TR,XIST,XIST,TRY,,,,,,,,,,,,

            """
        ),
        // The export of a part of a catalog must not end with `##COMPLETE`.
        (
            ["--format", "ipf", "--country", "TR", "--fields", "OPOL"],
            "#STOCK::=TYPE,SYMBOL,OPOL\nSTOCK,THYAO:TR,XIST\n"
        ),
    ]

    /// Expired instruments follow the live ones; they come from a separate catalog with other values and fields.
    @Test func expiredInstrumentsFollowTheLiveOnes() throws {
        let folder = try TemporaryFolder()
        let python = try ExportFixture.python()
        for (name, text) in [
            ("old", "#STOCK::=TYPE,SYMBOL,SECTOR,OLD\nSTOCK,A,x,1\nSTOCK,B,y,2\n##COMPLETE\n"),
            ("new", "#FUND::=TYPE,SYMBOL,SECTOR\nFUND,A,z\n##COMPLETE\n"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: folder.path("\(name).ipf")))
            let imported = try Command.run(
                ["import", "\(name).ipf", "-o", "all.ipfc", "--keep-history", "--allow-shrink"], in: folder.url)
            #expect(imported.status == 0, "\(imported.errors)")
        }
        let result = try Command.shell(
            """
            "$ipf" export all.ipfc -o all.arrow --expired --fields SECTOR,OLD && \(python) -c '
            import pyarrow as pa, polars
            table = pa.ipc.open_file("all.arrow").read_all()
            table.validate(full=True)
            print(table.to_pylist(), table.schema.metadata[b"expired"], polars.read_ipc("all.arrow").height)'
            """, in: folder.url)
        #expect(
            result.output == """
                [{'TYPE': 'FUND', 'SYMBOL': 'A', 'SECTOR': 'z', 'OLD': None}, \
                {'TYPE': 'STOCK', 'SYMBOL': 'B', 'SECTOR': 'y', 'OLD': '2'}] b'true' 2

                """, "\(result.errors)")
    }

    // MARK: Hours and steps

    private static let rules = """
        #STOCK::=TYPE,SYMBOL,PRICE_INCREMENTS,TRADING_HOURS
        STOCK,A,0.01 3; 0.05,"X(tz=Europe/Paris;0=p08000900r09001730)"
        STOCK,B,0.01 3; 0.05,"X(tz=Europe/Paris;0=p08000900r09001730)"
        STOCK,C,oops,X(tz=Nowhere)
        STOCK,D,,
        ##COMPLETE

        """

    @Test func rulesAreExpandedIntoTables() throws {
        let folder = try TemporaryFolder()
        try Data(Self.rules.utf8).write(to: URL(filePath: folder.path("all.ipf")))
        #expect(try Command.run(["import", "all.ipf", "-o", "all.ipfc"], in: folder.url).status == 0)
        let days = ["--expand", "--from", "2026-11-20", "--through", "2026-11-23"]
        let text = try Command.run(["export", "all.ipfc", "-o", "all.csv"] + days, in: folder.url)
        let told = """
            ipf: trading_hours: all.trading_hours.csv
            ipf: sessions: all.sessions.csv
            ipf: price_ranges: all.price_ranges.csv

            """
        #expect(text.status == 0 && text.errors.hasSuffix(told), "\(text.errors)")
        #expect(
            text.errors.contains("ipf: warning: TRADING_HOURS: ")
                && text.errors.contains("ipf: warning: PRICE_INCREMENTS: "))
        func file(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }
        #expect(
            try file("all.sessions.csv") == """
                TRADING_HOURS_ID,DATE,KIND,OPEN,CLOSE,IS_BEYOND_COVERAGE
                1,2026-11-20,pre-market,2026-11-20T07:00:00Z,2026-11-20T08:00:00Z,false
                1,2026-11-20,regular,2026-11-20T08:00:00Z,2026-11-20T16:30:00Z,false
                1,2026-11-23,pre-market,2026-11-23T07:00:00Z,2026-11-23T08:00:00Z,false
                1,2026-11-23,regular,2026-11-23T08:00:00Z,2026-11-23T16:30:00Z,false

                """)
        #expect(
            try file("all.price_ranges.csv").hasPrefix(
                "PRICE_INCREMENTS,PRICE_FROM,PRICE_UP_TO,INCREMENT,FAULT\n0.01 3; 0.05,0,3,0.01,\n0.01 3; 0.05,3,,0.05,\noops,,,,"
            ))
        #expect(
            try file("all.trading_hours.csv").contains("\n1,X(tz=Europe/Paris;0=p08000900r09001730),Europe/Paris,\n"))
        let database = try Command.run(["export", "all.ipfc", "-o", "all.sqlite"] + days, in: folder.url)
        #expect(database.status == 0)
        let joined = try Command.shell(
            """
            python3 -c '
            import sqlite3
            rows = sqlite3.connect("all.sqlite").execute("SELECT SYMBOL, KIND, OPEN FROM instruments JOIN trading_hours "
                "USING (TRADING_HOURS) JOIN sessions USING (TRADING_HOURS_ID) WHERE DATE = ? ORDER BY 1, 3", ["2026-11-23"])
            for row in rows: print(*row)
            print(sqlite3.connect("all.sqlite").execute("SELECT value FROM notes WHERE name = ?", ["rows of sessions"]).fetchone())'
            """, in: folder.url)
        #expect(
            joined.output == """
                A pre-market 2026-11-23T07:00:00Z
                A regular 2026-11-23T08:00:00Z
                B pre-market 2026-11-23T07:00:00Z
                B regular 2026-11-23T08:00:00Z
                ('4',)

                """, "\(joined.errors)")
        // Arrow preserves the types.
        let read = try Command.shell(
            """
            "$ipf" export all.ipfc -o all.arrow \(days.joined(separator: " ")) && \(try ExportFixture.python()) -c '
            import pyarrow as pa
            table = pa.ipc.open_file("all.sessions.arrow").read_all()
            table.validate(full=True)
            print([str(field.type) for field in table.schema], table.slice(1, 1).to_pylist()[0]["CLOSE"])'
            """, in: folder.url)
        #expect(
            read.output
                == "['int64', 'date32[day]', 'string', 'timestamp[us, tz=UTC]', 'timestamp[us, tz=UTC]', 'bool'] "
                + "2026-11-20 16:30:00+00:00\n", "\(read.errors)")
    }

    /// The tables of one export belong together, so if one can't be written, no file is replaced. Canonically
    /// equivalent texts remain distinct.
    @Test func tablesOfOneExportAreWrittenTogether() throws {
        let folder = try TemporaryFolder()
        let text = "#STOCK::=TYPE,SYMBOL,PRICE_INCREMENTS\nSTOCK,A,caf\u{e9}\nSTOCK,B,cafe\u{301}\n##COMPLETE\n"
        try Data(text.utf8).write(to: URL(filePath: folder.path("all.ipf")))
        let days = "--expand --from 2026-11-20 --through 2026-11-20"
        let result = try Command.shell(
            """
            "$ipf" import all.ipf -o all.ipfc >imported; mkdir all.sessions.csv; echo old >all.trading_hours.csv
            "$ipf" export all.ipfc -o all.csv \(days) 2>faults; echo $?; cat all.trading_hours.csv; ls -A
            "$ipf" export all.ipfc -o new.csv \(days) 2>faults; grep -c '^caf' new.price_ranges.csv
            """, in: folder.url)
        #expect(
            result.output
                == "4\nold\nall.ipf\nall.ipfc\nall.sessions.csv\nall.trading_hours.csv\nfaults\nimported\n2\n",
            "\(result.output)\(result.errors)")
    }

    /// SQLite would apply a leftover log of the old database to the new one, so an export refuses to replace it.
    @Test(arguments: ["-wal", "-journal"])
    func leftoverLogsOfDatabasesAreRefused(suffix: String) throws {
        let folder = try ExportFixture.folder()
        let result = try Command.shell(
            """
            "$ipf" export all.ipfc -o all.sqlite && cp all.sqlite before && echo pages >all.sqlite\(suffix)
            "$ipf" export all.ipfc -o all.sqlite --fields ISIN; echo $?; cmp before all.sqlite && rm all.sqlite\(suffix)
            "$ipf" export all.ipfc -o all.sqlite; echo $?
            """, in: folder.url)
        #expect(result.output == "4\n0\n", "\(result.output)")
        #expect(result.errors.contains("ipf: all.sqlite: all.sqlite\(suffix) belongs to the existing database"))
    }

    /// Column names are unique and valid for their reader. A Python module in the working folder does not shadow the
    /// library's.
    @Test func columnNamesAreUniqueAndValid() throws {
        let folder = try TemporaryFolder()
        try Data("#STOCK::=TYPE,SYMBOL,a\0b\nSTOCK,A,v\n##COMPLETE\n".utf8).write(
            to: URL(filePath: folder.path("all.ipf")))
        let result = try Command.shell(
            """
            "$ipf" import all.ipf -o all.ipfc >imported && "$ipf" export all.ipfc -o all.sqlite
            python3 -c 'import sqlite3; print(sqlite3.connect("all.sqlite").execute("SELECT a_b FROM instruments").fetchall())'
            "$ipf" export all.ipfc -o - --format csv --fields ISIN,ISIN | head -n 1
            echo 'open("taken", "w")' >pyarrow.py
            "$ipf" export all.ipfc -o all.parquet --python \(try ExportFixture.python()) && ls taken
            """, in: folder.url)
        #expect(
            result.output.hasPrefix("[('v',)]\nTYPE,SYMBOL,ISIN\n") && !result.output.contains("taken\n"),
            "\(result.output)")
    }

    // MARK: Faults

    @Test func invalidExportsAreErrors() throws {
        let fixture = try FilterFixture()
        let folder = fixture.folder
        let python = folder.path("python-without")
        try Data("#!/bin/sh\necho \"No module named 'pyarrow'\" >&2\nexit 9\n".utf8).write(to: URL(filePath: python))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python)
        for (arguments, status, sentence) in Self.faults {
            try Data("before".utf8).write(to: URL(filePath: folder.path("out.parquet")))
            let result = try fixture.run(["export", "old.catalog"] + arguments)
            #expect(result.errors.contains(sentence) && result.status == status, "\(arguments): \(result.errors)")
            #expect(try Data(contentsOf: URL(filePath: folder.path("out.parquet"))) == Data("before".utf8))
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(!names.contains { $0.hasSuffix(".tmp") || $0.hasPrefix("x.") }, "\(names)")
    }

    @Test func binaryFormatsAreNotWrittenToATerminal() throws {
        let folder = try ExportFixture.folder()
        let result = try TerminalSession.run(["export", "all.ipfc", "-o", "-", "--format", "arrows"], in: folder)
        #expect(
            result.shown == "ipf: arrows is not written to a terminal; name a file with -o, or pipe it to a program\n")
        #expect(result.status == 2)
    }

    /// If a file cannot grow beyond 4 KiB, the export fails. The old file remains, and no other file is left beside it.
    @Test(arguments: ["sqlite", "arrow", "parquet"])
    func aFullDiskLeavesTheOldFile(suffix: String) throws {
        let folder = try ExportFixture.folder()
        let result = try Command.shell(
            """
            trap '' XFSZ; echo before >out.\(suffix); ulimit -f 4
            "$ipf" export all.ipfc -o out.\(suffix) --python \(try ExportFixture.python()); code=$?; cat out.\(suffix); ls -A; exit $code
            """, in: folder.url)
        #expect(result.output == "before\nall.ipf\nall.ipfc\nout.\(suffix)\n")
        #expect(result.status == 4 && result.errors.hasPrefix("ipf: "), "\(result.errors)")
    }

    private static let faults: [([String], Int32, String)] = [
        (
            ["-o", "x.xlsx"], 2,
            "ipf: x.xlsx: unknown file extension; expected one of .sqlite, .arrow, .arrows, .parquet, .csv, .jsonl, .ipf, or give --format\n"
        ),
        (["-o", "-"], 2, "ipf: standard output has no file extension; give --format\n"),
        (["-o", "-", "--format", "sqlite"], 2, "ipf: -o -: sqlite can't be written to a stream; name a file\n"),
        (["-o", "x.arrow.gz"], 2, "ipf: x.arrow.gz: arrow can't be written as gzip; leave out .gz\n"),
        (["-o", "x.csv", "--fields", "CURENCY"], 2, "ipf: there is no field CURENCY; did you mean CURRENCY?\n"),
        (
            ["-o", "x.csv", "--type", "STOCKS"], 1,
            "ipf: no instrument matches the filters; x.csv was not written\n"
        ),
        (["-o", "x.csv", "--expand"], 2, "--expand requires --from and --through"),
        (["-o", "x.csv", "--from", "2026-01-01"], 2, "--from and --through require --expand."),
        (
            ["-o", "/dev/stdout", "--format", "csv", "--expand", "--from", "2026-01-01", "--through", "2026-01-01"], 2,
            "ipf: --expand writes several files or a database; name a file with -o\n"
        ),
        (["-o", "out.parquet", "--python", "true"], 4, "ipf: pyarrow could not write it: "),
        (
            ["-o", "x.ipf", "--expand", "--from", "2026-01-01", "--through", "2026-01-01"], 2,
            "ipf: --expand: ipf has hours and price increments only as text; choose another format\n"
        ),
        (
            ["-o", "old.catalog", "--format", "csv"], 2,
            "ipf: -o old.catalog is the source old.catalog, which the output would overwrite"
        ),
        (
            ["-o", "/dev/null", "--format", "sqlite"], 4,
            "ipf: /dev/null is a device, and only a file can be replaced; name a file\n"
        ),
        (["-o", "/dev/full", "--format", "arrow"], 4, "ipf: /dev/full: can't be written: No space left on device"),
        (["-o", "missing/x.sqlite"], 4, "ipf: missing/x.sqlite: can't be written: "),
        (
            ["-o", "out.parquet", "--python", "./python-without"], 4,
            "ipf: Parquet is written by pyarrow, which ./python-without doesn't have (No module named 'pyarrow'): "
                + "./python-without -m pip install pyarrow, or name a Python that has it with --python; or choose another format (.arrow, .sqlite)\n"
        ),
        (
            ["-o", "out.parquet", "--python", "no-such-python"], 4,
            "ipf: Parquet is written by Python with pyarrow, but no-such-python was not found; install it, or name one with --python"
        ),
    ]
}
