"""The reasons for closed, short and special days: their names and kinds, and how certain the dates are."""

import re
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

KINDS = ("public", "exchange", "election", "mourning", "weather", "system", "emergency", "ceremony", "other")
CERTAINTIES = ("rule", "announced", "computed", "assumed")
PUBLISHED = date(2026, 12, 31)
"""The last day that the exchanges have published. Later days of packages are computed."""
LONGEST_SLUG = 14


@dataclass(frozen=True)
class Reason:
    name: str
    local: str = ""
    lang: str = ""
    kind: str = "public"
    slug: str = ""

    def __post_init__(self):
        if self.kind not in KINDS:
            raise ValueError(f"{self.name}: found the kind {self.kind!r}, expected one of {', '.join(KINDS)}")
        if any(c in self.name + self.local for c in ";\n\\"):
            raise ValueError(f"{self.name}: a name must not contain ; or \\")

    @property
    def list_name(self) -> str:
        """The last part of the name of a list with this reason: the first words of the reason's name, in capitals."""
        if self.slug:
            return self.slug
        words = re.findall("[A-Z0-9]+", re.sub("'S?(?![A-Z])", "", self.name.upper()))
        words = [w for w in words if w not in ("THE", "OF", "AND", "A", "IN", "DAY", "BY", "FOR", "WHICH", "WAS")] or words
        taken = words[0]
        for word in words[1:]:
            if len(taken) + len(word) >= LONGEST_SLUG:
                break
            taken += "_" + word
        return taken


WORDS = [
    ("mourning", "mourning funeral death"),
    ("election", "election elections polling referendum"),
    ("weather", "typhoon hurricane storm snow floods flood weather blizzard rains cyclone"),
    ("system", "system failure circuit migration technical systems"),
    ("emergency", "attack attacks bombings earthquake war coup controls curfew epidemic pandemic virus strike crisis emergency"),
    ("ceremony", "wedding coronation enthronement abdication jubilee inauguration handover opening consecration millennium "
                 "bicentenary centenary commemoration victory visit"),
    ("exchange", "exchange session early close half late clearing eve exam market recommended trading accounting"),
]


def kind_of(words: str) -> str:
    """Returns the kind of a one-off reason, derived from its words."""
    told = set(re.findall("[a-z]+", words.lower()))
    return next((kind for kind, known in WORDS if told & set(known.split())), "public")


@cache
def known_reasons() -> dict[tuple[str, str], tuple[str, str, str, str]]:
    """Reads facts/reasons.tsv: `list TAB recorded reason TAB name TAB local TAB lang TAB kind`."""
    path = Path(__file__).parent.parent / "facts/reasons.tsv"
    rows = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            columns = line.split("\t")
            rows[columns[0], columns[1]] = tuple((columns[2:] + [""] * 4)[:4])
    return rows


def reason_of(list_name: str, recorded: str, local: str = "", lang: str = "", kind: str = "") -> Reason:
    """Returns the reason of a recorded fact. Omits the packages' `(observed)` and `(estimated)`, and `B` in `A; B`."""
    plain = re.sub(r" \((observed|estimated|adjusted holiday|substituted from [^)]*|, )+\)", "", recorded, flags=re.IGNORECASE)
    plain = plain.split("; ")[0]
    name, *known = known_reasons().get((list_name, plain), ("", "", "", ""))
    guessed = kind_of(plain) if plain[:1].islower() or kind_of(plain) in ("weather", "election", "emergency") else "public"
    return Reason(name or plain, local or known[0], lang or known[1], kind or known[2] or guessed)


def certainty_of(day: date, source: str) -> str:
    """Returns the certainty of a date: announced if the exchange has published that year, otherwise computed."""
    return "computed" if source == "holidays" or day > PUBLISHED else "announced"
