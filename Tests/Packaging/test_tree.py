"""Scripts/install-tree installs the manual, completions and documents."""

import gzip
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

root = Path(__file__).resolve().parents[2]
ipf = os.environ["IPF"]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def commands(command: dict, before: tuple = ()) -> list[tuple[str, dict]]:
    """Returns the names of the manual pages with the help of their commands."""
    names = (*before, command["commandName"])
    found = [("-".join(names), command)]
    for child in command.get("subcommands", []):
        if child["shouldDisplay"] and child["commandName"] != "help":
            found += commands(child, names)
    return found


class TreeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.tree = cls.install("one")
        answer = subprocess.run([ipf, "--experimental-dump-help"], check=True, capture_output=True).stdout
        cls.commands = commands(json.loads(answer)["command"])

    @classmethod
    def install(cls, name: str) -> Path:
        tree = cls.folder / name
        command = [root / "Scripts/install-tree", ipf, tree, "--date", "2026-01-02"]
        subprocess.run(command, check=True, capture_output=True)
        return tree

    def page(self, name: str) -> str:
        return gzip.decompress((self.tree / f"share/man/man1/{name}.1.gz").read_bytes()).decode()

    def shown(self, name: str) -> str:
        """Returns a page as a terminal shows it, with long lines."""
        command = ["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-rLL=2000n", "-P-cbou"]
        done = subprocess.run(command, input=self.page(name).encode(), capture_output=True, check=True)
        self.assertEqual(done.stderr.decode(), "", name)
        return done.stdout.decode().replace("\u2212", "-").replace("\u2010", "-")

    def test_equal_programs_give_equal_bytes(self):
        self.assertEqual(files(self.tree), files(self.install("two")))

    def test_each_command_has_exactly_one_page(self):
        pages = {path.name for path in (self.tree / "share/man/man1").iterdir()}
        self.assertEqual(pages, {f"{name}.1.gz" for name, _ in self.commands})

    def test_each_page_has_each_option_of_its_command(self):
        for name, command in self.commands:
            text = self.shown(name)
            for argument in command.get("arguments", []):
                for one in argument.get("names", []) if argument["shouldDisplay"] else []:
                    self.assertIn(("--" if one["kind"] == "long" else "-") + one["name"], text, name)

    def test_a_page_has_its_name_and_unbroken_examples(self):
        text = self.shown("ipf-import")
        self.assertIn("ipf-import - import sources into a catalog", text)
        self.assertIn("\n       ipf import all.ipf.gz -o all.ipfc --identifier FIGI\n", text)
        self.assertIn("2026-01-02", text)

    def test_shells_accept_their_completions(self):
        for shell, name in [
            ("bash", "bash-completion/completions/ipf"),
            ("zsh", "zsh/vendor-completions/_ipf"),
            ("fish", "fish/vendor_completions.d/ipf.fish"),
        ]:
            path = self.tree / "share" / name
            self.assertIn("schedule", path.read_text(), shell)
            # Only installed shells: not every build machine has all three.
            if shutil.which(shell):
                subprocess.run([shell, "-n", path], check=True)

    def test_documents_exist_and_nothing_is_writable_by_others(self):
        for name in ["LICENSE", "README.md", "Documentation/Guide.docc/Command.md", "examples/sample.ipf.gz"]:
            self.assertTrue((self.tree / "share/doc/ipf" / name).stat().st_size > 0, name)
        for path in self.tree.rglob("*"):
            self.assertEqual(path.stat().st_mode & 0o022, 0, path)
        self.assertEqual((self.tree / "bin/ipf").stat().st_mode & 0o777, 0o755)


if __name__ == "__main__":
    unittest.main()
