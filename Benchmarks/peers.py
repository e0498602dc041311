"""Search engines for comparison: tantivy, and SQLite with FTS5. Each indexes the texts of a file of instruments."""
import csv
import re
import sqlite3

import tantivy

TEXTS = ["DESCRIPTION", "LOCAL_DESCRIPTION"]
WHOLE = ["SYMBOL", "LOCAL_SYMBOL", "ISIN", "CUSIP", "SEDOL"]


def analyzer(tokenizer):
    lower = tantivy.TextAnalyzerBuilder(tokenizer).filter(tantivy.Filter.lowercase())
    return lower.filter(tantivy.Filter.ascii_fold()).build()


WORDS = analyzer(tantivy.Tokenizer.simple())
TERM = analyzer(tantivy.Tokenizer.raw())


def instruments(path):
    formats = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.reader(line for line in file if not line.startswith("##")):
            if not row:
                continue
            if row[0].startswith("#"):
                if "::=" in row[0]:
                    kind, first = row[0][1:].split("::=")
                    formats[kind] = [first] + row[1:]
            elif row[0] in formats:
                yield dict(zip(formats[row[0]], row))


class Tantivy:
    """tantivy with a tokenizer that folds accents. Symbols and identifiers are single terms.

    A result matches all words of the query. If none does, one typo per word is allowed. The last word is a prefix. The
    instruments' weights affect the order."""

    def __init__(self, path, folder):
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("words", tokenizer_name="words")
        builder.add_text_field("whole", tokenizer_name="term", index_option="basic")
        builder.add_text_field("symbol", stored=True, tokenizer_name="raw", index_option="basic")
        builder.add_unsigned_field("weight", fast=True)
        self.schema = builder.build()
        self.index = tantivy.Index(self.schema, path=folder)
        self.index.register_tokenizer("words", WORDS)
        self.index.register_tokenizer("term", TERM)
        # With one thread, documents have a fixed order, and so do results with equal scores.
        writer = self.index.writer(heap_size=1 << 29, num_threads=1)
        for instrument in instruments(path):
            document = tantivy.Document(
                symbol=[instrument["SYMBOL"]],
                whole=[instrument[name] for name in WHOLE if instrument.get(name)],
                words=[instrument[name] for name in TEXTS if instrument.get(name)],
            )
            weight = instrument.get("AUTOCOMPLETE_WEIGHT") or "0"
            document.add_unsigned("weight", max(0, int(float(weight))))
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()
        self.index.reload()
        self.searcher = self.index.searcher()

    def query(self, text):
        Query, Occur, schema = tantivy.Query, tantivy.Occur, self.schema
        whole = text.strip().lower()
        parts = [(Occur.Should, Query.boost_query(Query.term_query(schema, "whole", whole), 100.0))]
        prefix = Query.fuzzy_term_query(schema, "whole", whole, distance=0, prefix=True)
        parts.append((Occur.Should, Query.boost_query(prefix, 4.0)))
        words = WORDS.analyze(text)
        if words:
            exact, near = [], []
            for index, word in enumerate(words):
                last = index == len(words) - 1
                term = Query.term_query(schema, "words", word)
                if last:
                    beginning = Query.fuzzy_term_query(schema, "words", word, distance=0, prefix=True)
                    term = Query.boolean_query([(Occur.Should, term), (Occur.Should, beginning)])
                exact.append((Occur.Must, term))
                distance = 1 if len(word) >= 4 else 0
                near.append((Occur.Must, Query.fuzzy_term_query(schema, "words", word, distance=distance, prefix=last)))
            parts.append((Occur.Should, Query.boost_query(Query.boolean_query(exact), 2.0)))
            parts.append((Occur.Should, Query.boost_query(Query.boolean_query(near), 0.1)))
        return Query.boolean_query(parts)

    def search(self, text):
        return self.searcher.search(self.query(text), limit=10, count=False, weight_by_field="weight").hits

    def symbols(self, text):
        """Returns the symbols found, best first."""
        return [self.searcher.doc(address)["symbol"][0] for _, address in self.search(text)]


class FullText:
    """SQLite's FTS5 without accents. The last word is a prefix. Exact symbols come first, then the order of bm25."""

    def __init__(self, path):
        self.database = sqlite3.connect(":memory:")
        columns = ", ".join(WHOLE + TEXTS)
        options = "tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3 4'"
        self.database.execute(f"CREATE VIRTUAL TABLE instruments USING fts5({columns}, {options})")
        rows = ([row.get(name) or "" for name in WHOLE + TEXTS] for row in instruments(path))
        marks = ", ".join("?" * len(WHOLE + TEXTS))
        self.database.executemany(f"INSERT INTO instruments VALUES ({marks})", rows)

    def symbols(self, text):
        """Returns the symbols found, best first."""
        words = [f'"{word}"' for word in re.findall(r"\w+", text)]
        if not words:
            return []
        found = self.database.execute(
            "SELECT symbol FROM instruments WHERE instruments MATCH ? "
            "ORDER BY symbol = ? DESC, bm25(instruments, 10, 8, 10, 10, 10, 4, 3), length(symbol) LIMIT 10",
            (" ".join(words) + "*", text.upper()))
        return [symbol for symbol, in found]
