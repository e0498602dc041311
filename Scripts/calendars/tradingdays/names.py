"""The local names of holidays by language (BCP 47), and rules of holidays that an exchange decides, not a law."""

from dataclasses import replace
from typing import Sequence

from .lists import Rule

EVES = ("Christmas Eve", "New Year's Eve")

LOCAL = {
    "de": {
        "New Year's Day": "Neujahr", "Good Friday": "Karfreitag", "Easter Monday": "Ostermontag", "Labour Day": "Tag der Arbeit",
        "Ascension Day": "Christi Himmelfahrt", "Whit Monday": "Pfingstmontag", "Corpus Christi": "Fronleichnam", "Day of German Unity": "Tag der Deutschen Einheit",
        "500 years of the Reformation": "Reformationstag", "Christmas Eve": "Heiligabend", "Christmas Day": "Erster Weihnachtstag",
        "St Stephen's Day": "Zweiter Weihnachtstag", "New Year's Eve": "Silvester",
        "Last trading day of the year": "Letzter Handelstag des Jahres",
    },
    "de-CH": {
        "New Year's Day": "Neujahr", "Berchtold's Day": "Berchtoldstag", "Good Friday": "Karfreitag", "Easter Monday": "Ostermontag",
        "Labour Day": "Tag der Arbeit", "Ascension Day": "Auffahrt", "Whit Monday": "Pfingstmontag", "National Day": "Bundesfeier",
        "Christmas Eve": "Heiligabend", "Christmas Day": "Weihnachtstag", "St Stephen's Day": "Stephanstag",
        "New Year's Eve": "Silvester",
    },
    "fr": {
        "New Year's Day": "Jour de l'an", "Good Friday": "Vendredi saint", "Easter Monday": "Lundi de Pâques",
        "Labour Day": "Fête du Travail", "Whit Monday": "Lundi de Pentecôte", "Bastille Day": "Fête nationale",
        "Christmas Eve": "Veille de Noël", "Christmas Day": "Noël", "St Stephen's Day": "Saint-Étienne",
        "New Year's Eve": "Saint-Sylvestre",
    },
    "nl": {
        "New Year's Day": "Nieuwjaarsdag", "Good Friday": "Goede Vrijdag", "Easter Monday": "Tweede paasdag",
        "Labour Day": "Dag van de Arbeid", "Queen's Day": "Koninginnedag", "Ascension Day": "Hemelvaartsdag",
        "Whit Monday": "Tweede pinksterdag", "National Day": "Nationale feestdag", "Christmas Eve": "Kerstavond",
        "Christmas Day": "Eerste kerstdag", "St Stephen's Day": "Tweede kerstdag", "New Year's Eve": "Oudejaarsdag",
    },
    "pt": {
        "New Year's Day": "Ano Novo", "Good Friday": "Sexta-feira Santa", "Easter Monday": "Segunda-feira de Páscoa",
        "Labour Day": "Dia do Trabalhador", "Carnival Tuesday": "Carnaval", "Liberty Day": "Dia da Liberdade",
        "Portugal Day": "Dia de Portugal", "St Anthony's Day": "Dia de Santo António", "Corpus Christi": "Corpo de Deus",
        "Assumption Day": "Assunção de Nossa Senhora", "Republic Day": "Implantação da República",
        "All Saints' Day": "Dia de Todos os Santos", "Restoration of Independence": "Restauração da Independência",
        "Immaculate Conception": "Imaculada Conceição", "Christmas Eve": "Véspera de Natal", "Christmas Day": "Natal",
        "St Stephen's Day": "26 de dezembro", "New Year's Eve": "Véspera de Ano Novo",
    },
    "no": {
        "New Year's Day": "Første nyttårsdag", "Wednesday before Easter": "Onsdag før skjærtorsdag", "Maundy Thursday": "Skjærtorsdag",
        "Good Friday": "Langfredag", "Easter Monday": "Andre påskedag", "Labour Day": "Arbeidernes dag",
        "Constitution Day": "Grunnlovsdagen", "Ascension Day": "Kristi himmelfartsdag", "Whit Monday": "Andre pinsedag",
        "Christmas Eve": "Julaften", "Christmas Day": "Første juledag", "St Stephen's Day": "Andre juledag",
        "New Year's Eve": "Nyttårsaften",
    },
    "es": {
        "New Year's Day": "Año Nuevo", "Epiphany": "Epifanía del Señor", "Good Friday": "Viernes Santo",
        "Easter Monday": "Lunes de Pascua", "Labour Day": "Fiesta del Trabajo", "Assumption Day": "Asunción de la Virgen",
        "National Day": "Fiesta Nacional de España", "All Saints' Day": "Todos los Santos",
        "Constitution Day": "Día de la Constitución", "Immaculate Conception": "Inmaculada Concepción",
        "Christmas Eve": "Nochebuena", "Christmas Day": "Navidad", "St Stephen's Day": "San Esteban", "New Year's Eve": "Nochevieja",
    },
    "es-MX": {
        "New Year's Day": "Año Nuevo", "Constitution Day": "Día de la Constitución", "Benito Juárez's birthday": "Natalicio de Benito Juárez",
        "Maundy Thursday": "Jueves Santo", "Good Friday": "Viernes Santo", "Labour Day": "Día del Trabajo",
        "Independence Day": "Día de la Independencia", "All Souls' Day": "Día de Muertos", "Revolution Day": "Día de la Revolución",
        "Day of bank employees": "Día del Empleado Bancario", "Christmas Day": "Navidad",
        "Inauguration of the president": "Transmisión del Poder Ejecutivo Federal",
        "bicentenary of independence": "Bicentenario de la Independencia",
    },
    "pt-BR": {
        "New Year's Day": "Confraternização Universal", "Anniversary of São Paulo": "Aniversário de São Paulo",
        "Carnival Monday": "Carnaval", "Carnival Tuesday": "Carnaval", "Ash Wednesday": "Quarta-feira de Cinzas",
        "Good Friday": "Paixão de Cristo", "Tiradentes": "Tiradentes", "Labour Day": "Dia do Trabalho", "Corpus Christi": "Corpus Christi",
        "Constitutionalist Revolution": "Revolução Constitucionalista", "Independence Day": "Independência do Brasil",
        "Our Lady of Aparecida": "Nossa Senhora Aparecida", "All Souls' Day": "Finados", "Republic Day": "Proclamação da República",
        "Black Awareness Day": "Dia da Consciência Negra", "Christmas Eve": "Véspera de Natal", "Christmas Day": "Natal",
        "Last weekday of the year": "Último dia útil do ano",
    },
    "it": {
        "New Year's Day": "Capodanno", "Good Friday": "Venerdì santo", "Easter Monday": "Lunedì dell'Angelo",
        "Labour Day": "Festa del Lavoro", "Ferragosto": "Ferragosto", "Christmas Eve": "Vigilia di Natale", "Christmas Day": "Natale",
        "St Stephen's Day": "Santo Stefano", "New Year's Eve": "San Silvestro",
    },
    "pl": {
        "New Year's Day": "Nowy Rok", "Epiphany": "Święto Trzech Króli", "Good Friday": "Wielki Piątek",
        "Easter Monday": "Poniedziałek Wielkanocny", "Labour Day": "Święto Pracy", "Constitution Day": "Święto Konstytucji 3 Maja",
        "Corpus Christi": "Boże Ciało", "Assumption Day": "Wniebowzięcie Najświętszej Maryi Panny",
        "All Saints' Day": "Wszystkich Świętych", "Independence Day": "Narodowe Święto Niepodległości", "Christmas Eve": "Wigilia",
        "Christmas Day": "Boże Narodzenie", "St Stephen's Day": "Drugi dzień Bożego Narodzenia", "New Year's Eve": "Sylwester",
    },
    "el": {
        "New Year's Day": "Πρωτοχρονιά", "Epiphany": "Θεοφάνεια", "Clean Monday": "Καθαρά Δευτέρα",
        "Independence Day": "Εικοστή Πέμπτη Μαρτίου", "Orthodox Good Friday": "Μεγάλη Παρασκευή",
        "Orthodox Easter Monday": "Δευτέρα του Πάσχα", "Labour Day": "Εργατική Πρωτομαγιά", "Whit Monday": "Αγίου Πνεύματος",
        "Assumption Day": "Κοίμηση της Θεοτόκου", "Ohi Day": "Επέτειος του Όχι", "Christmas Eve": "Παραμονή Χριστουγέννων",
        "Christmas Day": "Χριστούγεννα", "St Stephen's Day": "Σύναξις Υπεραγίας Θεοτόκου",
    },
    "sv": {
        "New Year's Day": "Nyårsdagen", "Day before Epiphany": "Trettondagsafton", "Epiphany": "Trettondedag jul",
        "Maundy Thursday": "Skärtorsdagen", "Good Friday": "Långfredagen", "Easter Monday": "Annandag påsk",
        "Walpurgis Night": "Valborgsmässoafton", "Labour Day": "Första maj",
        "Day before Ascension Day": "Dagen före Kristi himmelsfärdsdag", "Ascension Day": "Kristi himmelsfärdsdag",
        "Whit Monday": "Annandag pingst", "National Day": "Sveriges nationaldag", "Midsummer Eve": "Midsommarafton",
        "Friday before All Saints' Day": "Allhelgonaafton", "Christmas Eve": "Julafton", "Christmas Day": "Juldagen",
        "St Stephen's Day": "Annandag jul", "New Year's Eve": "Nyårsafton",
    },
    "fi": {
        "New Year's Day": "Uudenvuodenpäivä", "Epiphany": "Loppiainen", "Good Friday": "Pitkäperjantai",
        "Easter Monday": "2. pääsiäispäivä", "Labour Day": "Vappu", "Ascension Day": "Helatorstai", "Midsummer Eve": "Juhannusaatto",
        "Independence Day": "Itsenäisyyspäivä", "Christmas Eve": "Jouluaatto", "Christmas Day": "Joulupäivä",
        "St Stephen's Day": "Tapaninpäivä", "New Year's Eve": "Uudenvuodenaatto",
    },
    "da": {
        "New Year's Day": "Nytårsdag", "Maundy Thursday": "Skærtorsdag", "Good Friday": "Langfredag", "Easter Monday": "Anden påskedag",
        "General Prayer Day": "Store bededag", "Ascension Day": "Kristi himmelfartsdag",
        "Day after Ascension Day": "Dagen efter Kristi himmelfartsdag", "Whit Monday": "Anden pinsedag",
        "Constitution Day": "Grundlovsdag", "Christmas Eve": "Juleaften", "Christmas Day": "Første juledag",
        "St Stephen's Day": "Anden juledag", "New Year's Eve": "Nytårsaften",
    },
    "bg": {
        "New Year's Day": "Нова година", "Liberation Day": "Ден на Освобождението", "Orthodox Good Friday": "Разпети петък",
        "Orthodox Easter Monday": "Велики понеделник", "Labour Day": "Ден на труда", "St George's Day": "Гергьовден",
        "Day of Bulgarian Education and Culture": "Ден на светите братя Кирил и Методий", "Unification Day": "Ден на Съединението",
        "Independence Day": "Ден на независимостта", "Christmas Eve": "Бъдни вечер", "Christmas Day": "Рождество Христово",
        "St Stephen's Day": "Рождество Христово",
    },
    "mt": {
        "New Year's Day": "L-Ewwel tas-Sena", "St Paul's Shipwreck": "Nawfraġju ta' San Pawl", "St Joseph's Day": "San Ġużepp",
        "Freedom Day": "Jum il-Ħelsien", "Good Friday": "Il-Ġimgħa l-Kbira", "Labour Day": "Jum il-Ħaddiem",
        "Sette Giugno": "Sette Giugno", "St Peter and St Paul": "L-Imnarja", "Assumption Day": "Santa Marija",
        "Our Lady of Victories": "Il-Vitorja", "Independence Day": "Jum l-Indipendenza",
        "Immaculate Conception": "Il-Kunċizzjoni", "Republic Day": "Jum ir-Repubblika", "Christmas Day": "Il-Milied",
    },
    "ga": {
        "New Year's Day": "Lá Caille", "St Patrick's Day": "Lá Fhéile Pádraig", "Good Friday": "Aoine an Chéasta",
        "Easter Monday": "Luan Cásca", "May bank holiday": "Lá Bealtaine", "June bank holiday": "Lá Saoire i mí an Mheithimh",
        "Christmas Eve": "Oíche Nollag", "Christmas Day": "Lá Nollag", "St Stephen's Day": "Lá Fhéile Stiofáin",
    },
}


def told(language: str, rules: Sequence[Rule], own: Sequence[str] = ()) -> list[Rule]:
    """Returns the rules with local names. `own` names the holidays that the exchange decides, not a law."""
    names = LOCAL[language]
    return [replace(rule, local=names.get(rule.name, rule.local), lang=language if rule.name in names else rule.lang,
                    kind="exchange" if rule.name in own else rule.kind) for rule in rules]


def exchange_days(rules: Sequence[Rule], language: str = "") -> list[Rule]:
    """Returns rules of short days, marked as the exchange's decision unless they have another kind of reason."""
    named = told(language, rules) if language else rules
    return [replace(rule, kind="exchange") if rule.kind == "public" else rule for rule in named]
