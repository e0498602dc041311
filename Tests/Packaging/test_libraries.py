"""The first call of a library loads it. If the library is missing, the error names its package."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
ipf = os.environ["IPF"]

# Replaces the loader of the C library: logs the requested names, and finds none of them.
LOADER = r"""
#include <stdio.h>
#include <stdlib.h>
void *dlopen(const char *name, int flags) {
    (void)flags;
    FILE *file = fopen(getenv("ASKED"), "a");
    fprintf(file, "%s\n", name ? name : "the program");
    fclose(file);
    return NULL;
}
char *dlerror(void) { return "not on this system"; }
"""


class LibraryTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "loader.c").write_text(LOADER)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", cls.folder / "loader.so", cls.folder / "loader.c"], check=True)
        cls.catalog = cls.folder / "sample.ipfc"
        cls.imported = cls.without("import", root / "Samples/Data/sample.ipf.gz", "-o", cls.catalog)

    @classmethod
    def without(cls, *arguments) -> tuple[subprocess.CompletedProcess, list[str]]:
        """Runs a command that finds no library, and returns the requested names."""
        asked = cls.folder / "asked"
        asked.write_text("")
        environment = os.environ | {"LD_PRELOAD": str(cls.folder / "loader.so"), "ASKED": str(asked)}
        done = subprocess.run([ipf, *arguments], capture_output=True, text=True, env=environment)
        return done, asked.read_text().splitlines()

    def test_packed_sources_are_read_without_isal(self):
        done, asked = self.imported
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("inflate (zlib)", done.stdout)
        self.assertLessEqual(set(asked), {"libisal.so.2"})

    def test_commands_that_need_no_library_load_none(self):
        for arguments in [("lookup", self.catalog, "AAPL"), ("search", self.catalog, "apple"), ("schedule", "venues"), ("--help",)]:
            done, asked = self.without(*arguments)
            self.assertEqual((done.returncode, asked), (0, []), arguments)

    def test_the_version_loads_the_inflate_library(self):
        done, asked = self.without("--version")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLessEqual(set(asked), {"libisal.so.2"})
        self.assertNotIn("ISA-L 2", done.stdout)

    def test_the_doctor_reports_missing_libraries(self):
        done, _ = self.without("doctor")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(
            done.stdout,
            r"(?m)^warning  libraries: zlib 1\.[\d.]+, no ISA-L, no libcurl: nothing can be downloaded; install libcurl "
            r"\(Debian: apt install libcurl4\)$",
        )

    def test_commands_name_the_package_of_a_missing_library(self):
        records = self.folder / "list.xml"
        records.write_text("<l><r><s>A</s></r></l>")
        for package, arguments in [
            ("libexpat1", ("import", records, "-o", self.folder / "list.ipfc", "--map", "SYMBOL=s,row element=r")),
            ("libsqlite3-0", ("export", self.catalog, "-o", self.folder / "sample.db")),
            ("libcurl4", ("scan", "http://127.0.0.1:1/")),
        ]:
            done, _ = self.without(*arguments)
            self.assertEqual((done.returncode, done.stdout), (4, ""), arguments)
            self.assertIn(f"(not on this system); install it (Debian: apt install {package})", done.stderr)


if __name__ == "__main__":
    unittest.main()
