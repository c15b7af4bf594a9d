"""Invented names and addresses in the formats of many countries."""

import csv
import random
from textwrap import wrap
from pathlib import Path

from faker import Faker

DATA = Path(__file__).resolve().parents[2] / "data"
PARTS = ("street", "district", "city", "county", "state", "postcode", "country", "care_of", "other")
LOCALES = (
    "en_US en_US en_US en_GB en_GB en_CA en_AU en_IN en_IE en_NZ de_DE de_DE de_AT de_CH fr_FR fr_FR "
    "fr_CH es_ES es_MX it_IT pt_PT pt_BR nl_NL nl_BE sv_SE da_DK no_NO fi_FI pl_PL cs_CZ"
).split()
AFRICA = {
    "Ghana": ("Accra", "Kumasi", "Tema", "Takoradi", "Tamale"),
    "Kenya": ("Nairobi", "Mombasa", "Kisumu", "Nakuru", "Eldoret"),
    "South Africa": ("Johannesburg 2001", "Cape Town 8001", "Durban 4001", "Pretoria 0002", "Sandton 2196"),
    "Uganda": ("Kampala", "Entebbe", "Jinja"),
    "Tanzania": ("Dar es Salaam", "Arusha", "Mwanza"),
}
# Signs for private use, around the parts of an address that is drawn to learn its parts.
MARKS = {tag: chr(0xE001 + at) for at, tag in enumerate(PARTS)}
END = "\ue000"
COUNTRIES = {
    "US": ("USA", "United States", "US", "U.S.A."), "GB": ("United Kingdom", "UK", "England", "Great Britain"),
    "CA": ("Canada",), "AU": ("Australia",), "IN": ("India",), "IE": ("Ireland",), "NZ": ("New Zealand",),
    "DE": ("Germany", "Deutschland", "DE"), "AT": ("Austria", "Österreich"), "CH": ("Switzerland", "Schweiz", "Suisse"),
    "FR": ("France", "FRANCE"), "ES": ("Spain", "España"), "MX": ("México", "Mexico"), "IT": ("Italy", "Italia"),
    "PT": ("Portugal",), "BR": ("Brasil", "Brazil"), "NL": ("Netherlands", "Nederland", "The Netherlands"),
    "BE": ("Belgium", "België"), "SE": ("Sweden", "Sverige"), "DK": ("Denmark", "Danmark"), "NO": ("Norway", "Norge"),
    "FI": ("Finland", "Suomi"), "PL": ("Poland", "Polska"), "CZ": ("Czech Republic",),
    "HK": ("Hong Kong", "HK"), "SG": ("Singapore",), "CN": ("China", "P.R. China"), "AE": ("UAE", "United Arab Emirates"),
}


def table(name):
    with open(DATA / name, encoding="utf-8") as file:
        return list(csv.DictReader(file))


class World:
    """Everything that is drawn by chance comes from one seed."""

    def __init__(self, seed, marks=False):
        self.chance = random.Random(seed)
        self.marks = marks
        Faker.seed(seed)
        self.fakers = {locale: Faker(locale) for locale in sorted({*LOCALES, "yo_NG"})}
        self.streets = table("streets.csv")
        places = table("localities.csv")
        self.known = [it for it in places if it["source"] == "curated"]
        self.places = places[:6000]

    def mark(self, tag, text):
        """`text` between the signs of its part, if addresses are drawn with them."""
        return f"{MARKS[tag]}{text}{END}" if self.marks and text else text

    def locale(self):
        return "NG" if self.chance.random() < 0.22 else self.chance.choice([*LOCALES, "AFRICA", "ASIA"])

    def faker(self, locale):
        return self.fakers.get(locale) or self.fakers["en_GB"]

    def person(self, locale):
        chance, fake = self.chance, self.faker("yo_NG" if locale == "NG" and self.chance.random() < 0.6 else locale)
        try:
            name = f"{fake.first_name()} {fake.last_name()}"
        except AttributeError:
            name = fake.name()
        if chance.random() < 0.15:
            name = f"{name.split()[0]} {chance.choice('ABCDEFGHJKLM')}. {name.split()[-1]}"
        if chance.random() < 0.2:
            titles = {"de": ["Herr", "Frau", "Herrn"], "fr": ["M.", "Mme", "Monsieur"], "es": ["Sr.", "Sra."],
                      "it": ["Sig.", "Sig.ra"], "nl": ["Dhr.", "Mevr."]}.get(locale[:2], ["Mr", "Mrs", "Ms", "Dr.", "Mr."])
            if locale == "NG":
                titles = ["Mr", "Mrs", "Chief", "Alhaji", "Engr.", "Dr", "MR.", "Barr."]
            name = f"{chance.choice(titles)} {name}"
        if chance.random() < 0.06:
            name = f"{name} & {fake.first_name()} {name.split()[-1]}"
        return name

    def company(self, locale):
        name = self.faker(locale).company()
        chance = self.chance
        if chance.random() < 0.3:
            ends = {"de": ["GmbH", "AG", "GmbH & Co. KG"], "fr": ["SARL", "SA", "SAS"], "es": ["S.L.", "S.A."],
                    "it": ["S.r.l.", "S.p.A."], "nl": ["B.V.", "N.V."], "pl": ["Sp. z o.o."], "sv": ["AB"]}
            end = chance.choice(ends.get(locale[:2], ["Ltd", "Limited", "Inc.", "LLC", "Corp", "PLC", "Ventures"]))
            name = f"{name.split(',')[0].split(' ')[0]} {chance.choice(['Energy', 'Solutions', 'Media', 'Bank', 'Power', 'Telecom', 'Services', 'Trading', 'Consulting', 'Utilities', 'Water', 'Hosting'])} {end}"
        return name

    def name(self, locale, company=0.35):
        return self.company(locale) if self.chance.random() < company else self.person(locale)

    def address(self, locale, box=0.04):
        """An address in lines."""
        chance = self.chance
        if locale == "NG":
            lines = self.nigerian()
        elif locale == "AFRICA":
            lines = self.african()
        elif locale == "ASIA":
            lines = self.asian()
        else:
            lines = self.western(locale, box)
        lines = [line for line in lines if line]
        # Many give their street alone, or their town.
        part = chance.random()
        if part < 0.015:
            lines = lines[:1]
        elif part < 0.025 and len(lines) > 2:
            lines = lines[-2:]
        if chance.random() < 0.05:
            lines.insert(0, self.mark("care_of", f"{chance.choice(['c/o', 'C/O', 'Attn:', 'z.Hd.'])} {self.person(locale)}"))
        if chance.random() < (0.4 if locale == "NG" else 0.25):
            lines = [line.upper() for line in lines]
        if chance.random() < (0.15 if locale in ("NG", "AFRICA") else 0.03):
            # Programs break what was typed into one field wherever the line is full.
            lines = wrap(", ".join(line.rstrip(",") for line in lines), chance.randint(18, 36))
        elif chance.random() < 0.12:
            lines = [line.rstrip(",") + "," for line in lines[:-1]] + lines[-1:]
        return lines

    def country(self, code):
        return self.mark("country", self.chance.choice(COUNTRIES.get(code, ("",))))

    def western(self, locale, box):
        chance, fake = self.chance, self.faker(locale)
        code = locale[-2:]
        street = fake.street_address().replace("\n", ", ")
        city, post = self.mark("city", fake.city()), self.mark("postcode", fake.postcode())
        if chance.random() < 0.08:
            street = f"{chance.randint(1, 999)} {fake.street_name()}"
        unit = ""
        if code in ("US", "CA", "AU", "GB", "IE", "NZ", "IN"):
            street = street.replace(", Apt", " Apt").replace(", Suite", " Suite")
            if chance.random() < 0.15:
                unit = chance.choice([f"Suite {chance.randint(1, 900)}", f"Apt. {chance.randint(1, 90)}",
                                      f"Floor {chance.randint(1, 30)}", f"Unit {chance.randint(1, 60)}", f"Building {chance.choice('ABCD')}"])
            if code == "US" and chance.random() < box:
                street = f"{chance.choice(['PO Box', 'P.O. Box', 'P.O. BOX'])} {chance.randint(10, 99999)}"
            if code in ("US", "CA", "AU"):
                state = self.mark("state", fake.state_abbr() if code != "CA" else fake.province_abbr())
                last = chance.choice([f"{city}, {state} {post}"] * 4 + [f"{city} {state} {post}", f"{city}, {state}, {post}",
                                     f"{city}, {state}", f"{city} {state}, {post}"])
                tail = [last]
                if chance.random() < 0.04:
                    tail = [f"{city},", f"{state} {post}"]
            elif code == "IN":
                tail = chance.choice([[f"{city} - {post}", self.mark("state", fake.state())],
                                      [f"{city}, {self.mark('state', fake.state())} {post}"], [f"{city} {post}"]])
            else:
                county = self.mark("county", chance.choice(["Kent", "Surrey", "Essex", "Yorkshire", "Devon", "Co. Dublin", "Norfolk"]))
                tail = chance.choice([[city, post], [f"{city} {post}"], [f"{city}, {post}"], [city, county, post], [city]])
        else:
            sign = f"{code}-" if chance.random() < 0.12 and code in ("DE", "AT", "CH", "BE", "FR", "DK", "SE") else ""
            sign = f"{code[0]}-" if code == "DE" and chance.random() < 0.06 else sign
            if code in ("FR", "CH", "ES", "BE") and chance.random() < 0.2:
                city = city.upper()
            tail = [f"{sign}{post} {city}"]
            if code == "IT":
                tail = [f"{post} {city} ({self.mark('county', fake.state_abbr())})"] if chance.random() < 0.5 else [f"{post} {city}"]
            if code == "BR":
                tail = chance.choice([[f"{city} - {self.mark('state', fake.estado_sigla())}", post], [f"{city} - {self.mark('state', fake.estado_sigla())} {post}"], [f"{city}/{self.mark('state', fake.estado_sigla())} CEP {post}"]])
            if code == "MX":
                tail = [f"{post} {city}", self.mark("state", fake.state())]
            if code == "DE" and chance.random() < box:
                street = f"Postfach {chance.randint(10, 99)} {chance.randint(10, 99)} {chance.randint(10, 99)}"
            if code == "FR" and chance.random() < box * 3:
                unit, tail = "", [f"{post} {city} CEDEX {chance.randint(1, 20)}"]
                street = chance.choice([f"TSA {chance.randint(10000, 99999)}", f"BP {chance.randint(10, 999)}", f"CS {chance.randint(10000, 99999)}", street])
            if code == "FR" and chance.random() < 0.15:
                unit = chance.choice([f"Bâtiment {chance.choice('ABC')}", f"Appt {chance.randint(1, 60)}", f"{chance.randint(1, 9)}e étage"])
        country = [self.country(code)] if chance.random() < 0.25 else []
        if chance.random() < 0.06 and country:
            tail[-1] += f", {country.pop()}"
        if unit and chance.random() < 0.4:
            return [f"{street}, {unit}", *tail, *country]
        return [street, unit, *tail, *country] if chance.random() < 0.5 else [unit, street, *tail, *country]

    def nigerian(self):
        chance = self.chance
        row = chance.choice(self.streets)
        place = chance.choice(self.known if chance.random() < 0.6 else self.places)
        number = chance.choice(["{}", "No {}", "No. {}", "Plot {}", "House {}", "Block {}", "{}A", "Flat 3, {}", "NO {},"]).format(chance.randint(1, 240))
        street = row["street"]
        if chance.random() < 0.3:
            street = street.replace("Street", chance.choice(["St", "Str", "St."])).replace("Road", "Rd").replace("Avenue", "Ave")
        parts = [street if chance.random() < 0.08 else f"{number} {street}"]
        if chance.random() < 0.12:
            parts.append(chance.choice(["Off", "Opp.", "Behind", "Beside", "Near"]) + " " + chance.choice(self.streets)["street"])
        town, state = self.mark("city", place["name"]), self.mark("state", place["state"])
        whole, area = self.mark("state", f"{place['state']} State"), self.mark("county", f"{place['lga']} LGA")
        land = self.mark("country", "Nigeria")
        ends = [[town, state], [town, whole], [f"{town}, {state}"], [f"{town}, {whole}"], [town], [f"{town} {state}"],
                [town, area, whole], [town, f"{state}, {land}"], [f"{town}, {whole}", land]]
        parts += chance.choice(ends)
        if chance.random() < 0.1:
            parts.insert(1, chance.choice(["Peace Estate", "Unity Estate", "GRA Phase II", "Phase 1", "Independence Layout", "Federal Housing Estate"]))
        if chance.random() < 0.2:
            parts = [part.replace(",", "") for part in parts]
            return [" ".join(parts)] if chance.random() < 0.5 else [" ".join(parts[:2]), *parts[2:]]
        if chance.random() < 0.45:
            return [", ".join(parts)]
        if chance.random() < 0.3 and len(parts) > 2:
            return [", ".join(parts[:2]), ", ".join(parts[2:])]
        return parts

    def african(self):
        chance = self.chance
        country, towns = chance.choice(list(AFRICA.items()))
        street = f"{chance.randint(1, 300)} {chance.choice(['Ring', 'Airport', 'Station', 'Church', 'Market', 'Kenyatta', 'Nkrumah', 'Mandela', 'Oxford', 'Long'])} {chance.choice(['Road', 'Street', 'Avenue', 'Close', 'Drive', 'Lane'])}"
        if chance.random() < 0.3:
            street = f"P.O. Box {chance.randint(10, 99999)}"
        town, *code = chance.choice(towns).rsplit(" ", 1) if country == "South Africa" else [chance.choice(towns)]
        lines = [street, " ".join([self.mark("city", town), *(self.mark("postcode", it) for it in code)])]
        return lines + ([self.mark("country", country)] if chance.random() < 0.6 else [])

    def asian(self):
        chance = self.chance
        number = f"{chance.randint(1, 400)}{chance.choice(['', 'A', 'B', ''])}"
        pick = chance.random()
        if pick < 0.4:
            return [f"{chance.choice(['Flat B, ', 'Room 1203, ', '12/F, ', ''])}{number} {chance.choice(['Nathan Road', 'Kings Road', 'Sai Yee Street', 'Tai Po Road', 'Des Voeux Road', 'Hung Hom Road'])}",
                    chance.choice(["Kowloon", "Wan Chai", "Central", "Sha Tin, N.T.", "Yuen Long"]), self.country("HK")]
        if pick < 0.6:
            return [f"{number} {chance.choice(['Orchard Road', 'Bukit Timah Road', 'Serangoon Avenue 3', 'Ang Mo Kio Ave 5'])} #{chance.randint(1, 30):02}-{chance.randint(1, 99):02}",
                    f"Singapore {chance.randint(100000, 829999)}"]
        if pick < 0.8:
            return [f"{chance.choice(['Office 204, ', 'Villa 12, ', ''])}{chance.choice(['Sheikh Zayed Road', 'Al Wasl Road', 'Khalid Bin Al Waleed Road'])}", chance.choice(["Dubai", "Abu Dhabi", "Sharjah"]), self.country("AE")]
        return [f"No. {number} {chance.choice(['Renmin Road', 'Nanjing West Road', 'Zhongshan Avenue', 'Keji Road'])}",
                f"{chance.choice(['Shanghai', 'Shenzhen, Guangdong', 'Beijing', 'Guangzhou'])} {chance.randint(100000, 699999)}", self.country("CN")]
