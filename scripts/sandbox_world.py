#!/usr/bin/env python3
"""Writes the sandbox's world of companies: data/sandbox_{companies,people,capital,charges}.jsonl.

Everything is invented: names are put together from word lists, numbers are counted, nobody is
meant. The same script writes the same files. Companies of the first world (whose numbers are
in documents and tests) are read from the file and kept as they are; the others are made here,
one for each shape of ownership, state of charges and state of documents, for every kind of
entity and every status. The server imports the files like an operator's.

    scripts/sandbox_world.py
"""

import json
import random
from pathlib import Path

DATA = Path(__file__).resolve().parent.parent / "data"
# Numbers from here on are made by this script.
FIRST = {
    "COMPANY": 2_101_001,
    "BUSINESS_NAME": 3_201_001,
    "INCORPORATED_TRUSTEE": 990_101,
    "LIMITED_PARTNERSHIP": 56_020_001,
    "LIMITED_LIABILITY_PARTNERSHIP": 88_001,
}
STATUSES = [
    "ACTIVE", "ACTIVE", "ACTIVE", "INACTIVE", "STRUCK_OFF", "DELISTED", "DISSOLVED",
    "IN_LIQUIDATION", "UNKNOWN",
]
FIRST_WORDS = [
    "Zobelum", "Karshivane", "Ugbodaya", "Tundrivo", "Okposala", "Nembirun", "Dagwomi",
    "Ilewara", "Chibuzane", "Farinwata", "Oguntira", "Kwanbola", "Eziomera", "Birnikaya",
    "Adunlami", "Sokwemba", "Ijebrana", "Mandarowa", "Obalende Star", "Yelwatide",
    "Akporuma", "Gashinwa", "Urhobiro", "Lafiyado", "Nsukkari", "Badagriva", "Ekitimode",
    "Zungerize", "Orluchi", "Wukarindo", "Idanrebo", "Katsinawa", "Ọ̀ṣunlẹ́kàn", "Ẹ̀bùnolú",
]
TRADES = [
    ("Grain Stores", "Storage of grain; Trade in grain"),
    ("Cold Rooms", "Cold storage; Wholesale of fish"),
    ("Drilling", "Drilling of boreholes"),
    ("Data Centres", "Hosting; Processing of data"),
    ("Ceramics", "Manufacture of tiles"),
    ("Poultry", "Keeping of poultry; Feed mills"),
    ("Marine Works", "Dredging; Harbour works"),
    ("Schools", "Secondary education"),
    ("Film Works", "Production of films"),
    ("Cocoa Traders", "Export of cocoa"),
    ("Pharmacy", "Retail of medicines"),
    ("Haulage", "Road haulage; Warehousing"),
]
# Of ISIC Rev. 4, as `data/isic_rev4.tsv` has them. What has none here has no code.
CODES = {
    "Accounting": "6920",
    "Clinics and laboratories": "86",
    "Cold storage": "5210",
    "Construction of bridges": "4210",
    "Dredging": "4290",
    "Drilling of boreholes": "4220",
    "Export of cocoa": "4620",
    "Feed mills": "1080",
    "Harbour works": "4290",
    "Hosting": "6311",
    "Installation of solar panels": "4321",
    "Insurance broking": "6622",
    "Keeping of poultry": "0146",
    "Letting of real estate": "6810",
    "Manufacture of paints": "2022",
    "Manufacture of tiles": "2392",
    "Milling of cassava": "1061",
    "Processing of data": "6311",
    "Processing of grain": "1061",
    "Production of films": "5911",
    "Public libraries": "9101",
    "Radio broadcasting": "6010",
    "Relief of poverty": "8890",
    "Retail of medicines": "4772",
    "Road haulage": "4923",
    "Secondary education": "8521",
    "Services to oil fields": "0910",
    "Software development": "6201",
    "Storage of grain": "5210",
    "Trade in grain": "4620",
    "Warehousing": "5210",
    "Weaving of cotton": "1312",
    "Wholesale of fish": "4630",
}
PLACES = [
    ("Yaba", "Lagos Mainland", "Lagos"), ("Aba", "Aba South", "Abia"),
    ("Kano", "Nassarawa", "Kano"), ("Calabar", "Calabar Municipal", "Cross River"),
    ("Jos", "Jos North", "Plateau"), ("Ibadan", "Ibadan North", "Oyo"),
    ("Warri", "Warri South", "Delta"), ("Maiduguri", "Maiduguri", "Borno"),
    ("Garki", "Municipal Area Council", "Federal Capital Territory"),
    ("Osogbo", "Osogbo", "Osun"),
]
STREETS = [
    "Sunbird Crescent", "Palm Kernel Way", "Old Ginnery Road", "Baobab Close", "Weaver Street",
    "Harmattan Avenue", "Cowrie Lane", "Adire Road",
]
SURNAMES = [
    "Abiodun-Kalu", "Bassey-Yar", "Chukwudoro", "Danjumale", "Ebikeme", "Folawiyola", "Gwarzani",
    "Hassanebo", "Ikwuemesa", "Jatauro", "Kolapowo", "Lawalike", "Madueke-Oni", "Nnabuifeda",
    "Ojukanmi", "Paritade", "Quagrin", "Rotibiyi", "Sadiqwa", "Tamunokuro", "Umaruzo",
    "Vandefan", "Wogukoma", "Yakubede", "Ọláyẹmídé", "Ìṣọ̀lá-Bello",
]
FIRST_NAMES = [
    ("Adaeze", "FEMALE"), ("Bashir", "MALE"), ("Chidera", "FEMALE"), ("Danladi", "MALE"),
    ("Efe", "MALE"), ("Folake", "FEMALE"), ("Grace", "FEMALE"), ("Haruna", "MALE"),
    ("Ifeoma", "FEMALE"), ("Jude", "MALE"), ("Kemi", "FEMALE"), ("Lanre", "MALE"),
    ("Maryam", "FEMALE"), ("Nosa", "MALE"), ("Obioma", "FEMALE"), ("Ṣadé", "FEMALE"),
]
OCCUPATIONS = ["TRADER", "ENGINEER", "LAWYER", "FARMER", "ACCOUNTANT", "TEACHER", "PHARMACIST"]
NATURES = [
    "Directly or indirectly holds at least 5% of the shares",
    "Directly or indirectly holds at least 5% of the voting rights",
    "Holds the right to appoint or remove a majority of the directors",
    "Otherwise has significant influence or control",
]
BANKS = ["Heron Reserve Bank Plc", "Okavana Trust Limited", "Baobab Development Bank"]


class World:
    def __init__(self):
        self.random = random.Random(20261121)
        self.rows = {"companies": [], "people": [], "capital": [], "charges": []}
        self.count = dict.fromkeys(FIRST, 0)
        self.persons = 0
        self.names = set()

    def add(self, what, company, **row):
        of = {"rcNumber": company["rcNumber"], "entityType": company["entityType"]}
        row = {name: value for name, value in row.items() if value is not None}
        self.rows[what].append(of | row)

    def date(self, first, last):
        pick = self.random.randint
        return f"{pick(first, last)}-{pick(1, 12):02}-{pick(1, 28):02}"

    def person(self, nationality="NIGERIAN", **more):
        """Someone nobody is: the same columns again name the same person."""
        self.persons += 1
        n = self.persons
        first, gender = FIRST_NAMES[n % len(FIRST_NAMES)]
        surname = SURNAMES[(n // len(FIRST_NAMES) + n * 5) % len(SURNAMES)]
        city, lga, state = PLACES[n % len(PLACES)]
        home = {"city": city, "lga": lga, "state": state, "country": "NIGERIA"}
        if nationality != "NIGERIAN":
            home = {"city": "Accra", "country": "GHANA"}
        return {
            "id": f"P{n:05}",
            "surname": surname.upper() if n % 3 else surname,
            "firstName": first,
            "otherName": SURNAMES[n % 7] if n % 4 == 0 else None,
            "gender": gender,
            "dateOfBirth": self.date(1940, 2000),
            "nationality": nationality,
            "occupation": OCCUPATIONS[n % len(OCCUPATIONS)],
            "email": f"person{n}@people.example",
            "phoneNumber": f"0800000{n:04}",
            "identityNumber": f"X0000{n:05}",
            "streetNumber": str(n % 90 + 1),
            "street": STREETS[n % len(STREETS)],
        } | home | more

    def body(self, company):
        return {
            "corporationName": company["companyName"],
            "corporationRcNumber": company["rcNumber"],
            "country": "NIGERIA",
        }

    def entity(self, kind, ending, company_type, status=None, **more):
        n = self.count[kind]
        self.count[kind] += 1
        trade, line = TRADES[(n + len(kind)) % len(TRADES)]
        first = FIRST_WORDS[(n * 7 + n // len(TRADES)) % len(FIRST_WORDS)]
        name = f"{first} {trade} {ending}"
        while name in self.names:
            first = FIRST_WORDS[(FIRST_WORDS.index(first) + 1) % len(FIRST_WORDS)]
            name = f"{first} {trade} {ending}"
        self.names.add(name)
        city, lga, state = PLACES[n % len(PLACES)]
        street = STREETS[(n // 3) % len(STREETS)]
        status = status or STATUSES[n % len(STATUSES)]
        company = {
            "rcNumber": str(FIRST[kind] + n * 13),
            "entityType": kind,
            "companyName": name,
            "companyType": company_type,
            "registrationStatus": status,
            "registeredAddress": f"{n % 120 + 1} {street}, {city}, {state}",
            # Partnerships are registered since the law of 2020.
            "registrationDate": self.date(2021, 2024) if "PARTNERSHIP" in kind
            else self.date(1975, 2005),
            "lineOfBusiness": line,
            "city": city,
            "lga": lga,
            "state": state,
            "email": f"office{self.count[kind]}@{kind[:2].lower()}{n}.example",
            "phone": f"0700000{n:04}",
            "branchAddress": f"{n % 40 + 1} Cowrie Lane, {city}" if n % 3 == 0 else None,
            "headOfficeAddress": f"{n % 120 + 1} {street}, {city}, {state}",
            "objectives": [f"To carry on the business of {part.strip().lower()}"
                           for part in line.split(";")],
            "lastAnnualReturn": str(2025 - n % 9) if n % 5 else None,
            "certificate": "unavailable" if n % 11 == 4 or n % 11 == 6 else "available",
            "statusReport": "unavailable" if n % 11 == 5 or n % 11 == 6 else "available",
        } | more
        self.rows["companies"].append(
            {name: value for name, value in company.items() if value is not None}
        )
        return company

    def company(self, shares=1_000_000, each=100, issued=True, ending="Limited",
                company_type="PRIVATE_COMPANY_LIMITED_BY_SHARES", **more):
        """A company limited by shares; `each` is the nominal value of a share in kobo."""
        company = self.entity("COMPANY", ending, company_type, **more)
        self.capital(company, shares, each, issued)
        return company

    def capital(self, company, shares, each=100, issued=True, currency=None, nominal=None):
        total = nominal if nominal is not None else shares * each // 100
        self.add("capital", company, shareCapital=str(total), currency=currency,
                 issuedShares=shares if issued else None,
                 nominalValuePerShare=f"{each // 100}.{each % 100:02}",
                 paidUpCapital=str(total) if shares % 3 else None)

    def holds(self, company, who, shares, share_type="ORDINARY", **more):
        self.add("people", company, role="SHAREHOLDER", sharesAllotted=shares,
                 shareType=share_type, **(who | more))

    def is_in(self, company, role, who, appointed=None, **more):
        # Nobody has an office in what is not there yet.
        founded = company.get("registrationDate") or ""
        appointed = appointed or max(self.date(2006, 2022), founded)
        self.add("people", company, role=role, appointedOn=appointed, **(who | more))

    def controls(self, company, who, share, votes=None, direct=True, indirect=False, natures=2):
        self.add("people", company, role="PSC", natureOfControl=NATURES[:natures],
                 isDirect=direct, isIndirect=indirect, sharePercentage=share,
                 votingPercentage=votes if votes is not None else share, **who)

    def papers(self, company, **secretary):
        """A secretary, who filed the papers, and who witnessed them."""
        who = self.person(accreditationNumber=f"ICSAN/{self.persons:04}", **secretary)
        self.is_in(company, "SECRETARY", who)
        self.add("people", company, role="PRESENTER", **who)
        self.add("people", company, role="WITNESS", **self.person())

    def charge(self, company, number, **more):
        founded = company.get("registrationDate") or ""
        row = {
            "chargeId": f"CH/{company['rcNumber']}/{number}",
            "chargeCode": "DEBENTURE-ALL-ASSETS",
            "chargeType": "DEBENTURE",
            "description": "Debenture over fixed and floating assets",
            "createdOn": max(self.date(2006, 2020), founded),
            "registeredOn": max(self.date(2021, 2021), founded),
            "amountSecured": str(self.random.randint(5, 900) * 1_000_000),
            "status": "OUTSTANDING",
            "personsEntitled": [BANKS[number % len(BANKS)]],
            "particulars": "All present and future assets, undertaking and goodwill",
            "isFixed": True,
            "isFloating": True,
            "negativePledge": True,
        } | more
        self.add("charges", company, **row)


def one_person(world, **more):
    company = world.company(**more)
    owner = world.person()
    world.is_in(company, "DIRECTOR", owner)
    world.holds(company, owner, 1_000_000)
    world.controls(company, owner, "100", natures=3)
    return company


def two_equals(world):
    company = world.company(shares=2_000_000, each=50)
    for _ in range(2):
        who = world.person()
        world.is_in(company, "DIRECTOR", who)
        world.holds(company, who, 1_000_000)
        world.controls(company, who, "50")
    world.papers(company)
    return company


def many_holders(world, holders=40):
    company = world.company(shares=holders * 25_000, ending="Plc",
                            company_type="PUBLIC_COMPANY_LIMITED_BY_SHARES")
    for n in range(holders):
        who = world.person()
        world.holds(company, who, 25_000)
        if n < 7:
            world.is_in(company, "CHAIRMAN" if n == 0 else "DIRECTOR", who)
        if n == 0:
            world.is_in(company, "DIRECTOR", who)
    world.papers(company)
    return company


def corporate_holder(world):
    parent, company = one_person(world), world.company(shares=10_000_000)
    who = world.person()
    world.holds(company, world.body(parent), 7_500_000)
    world.holds(company, who, 2_500_000)
    world.is_in(company, "DIRECTOR", who)
    world.controls(company, who, "25")
    world.controls(company, world.body(parent), "75", natures=3)
    return company


def chain(world, links=4):
    """A person owns a company that owns a company that … owns the last one."""
    owner = world.person()
    company = world.company(ending="Holdings Limited")
    world.is_in(company, "DIRECTOR", owner)
    world.holds(company, owner, 1_000_000)
    world.controls(company, owner, "100")
    for _ in range(links - 1):
        above, company = company, world.company()
        world.holds(company, world.body(above), 1_000_000)
        world.is_in(company, "DIRECTOR", world.person())
        world.controls(company, world.body(above), "100")
        world.controls(company, owner, "100", direct=False, indirect=True)
    return company


def ring(world):
    """Two companies own a half of each other."""
    one, other = world.company(), world.company()
    for company, holder in [(one, other), (other, one)]:
        who = world.person()
        world.holds(company, world.body(holder), 500_000)
        world.holds(company, who, 500_000)
        world.is_in(company, "DIRECTOR", who)
        world.controls(company, who, "75", votes="50", indirect=True)
    return one


def too_few_shares(world):
    company = world.company(shares=1_000_000)
    for part in [333_333, 250_000]:
        who = world.person()
        world.holds(company, who, part)
        world.is_in(company, "DIRECTOR", who)
    return company


def too_many_shares(world):
    company = world.company(shares=1_000_000)
    for part in [700_000, 450_000]:
        who = world.person()
        world.holds(company, who, part)
        world.is_in(company, "DIRECTOR", who)
    return company


def thirds(world):
    company = world.company(shares=1_000_000)
    for part in [333_333, 333_333, 333_334]:
        who = world.person()
        world.holds(company, who, part)
        world.controls(company, who, "33.3333")
    world.is_in(company, "DIRECTOR", world.person())
    return company


def issued_unknown(world):
    company = world.company(issued=False)
    who = world.person()
    world.holds(company, who, 600_000)
    world.is_in(company, "DIRECTOR", who)
    return company


def nominal_disagrees(world):
    company = world.entity("COMPANY", "Limited", "PRIVATE_COMPANY_LIMITED_BY_SHARES")
    world.capital(company, 1_000_000, 100, nominal=5_000_000)
    who = world.person()
    world.holds(company, who, 1_000_000)
    world.is_in(company, "DIRECTOR", who)
    return company


def kinds_of_shares(world):
    company = world.company(shares=3_000_000)
    founder, investor = world.person(), world.person()
    world.holds(company, founder, 1_500_000)
    world.holds(company, founder, 250_000, "DEFERRED")
    world.holds(company, investor, 1_250_000, "PREFERENCE")
    world.is_in(company, "DIRECTOR", founder)
    world.controls(company, founder, "58.33", votes="54.54")
    return company


def foreign(world):
    company = world.entity("COMPANY", "International Limited",
                           "PRIVATE_COMPANY_LIMITED_BY_SHARES")
    world.capital(company, 100_000_000, 100, currency="USD" if world.count["COMPANY"] % 2 else None)
    abroad = world.person("GHANAIAN", formerNationality="NIGERIAN")
    world.holds(company, abroad, 60_000_000)
    world.holds(company, world.person(), 40_000_000)
    world.is_in(company, "DIRECTOR", abroad)
    world.is_in(company, "DIRECTOR", world.person("BRITISH"))
    world.is_in(company, "DIRECTOR", world.person())
    return company


def came_and_went(world):
    """Directors who resigned, one who was appointed again, one who is called inactive."""
    company = world.company()
    keeper = world.person()
    world.holds(company, keeper, 1_000_000)
    world.is_in(company, "DIRECTOR", keeper, "2009-03-02", status="ACTIVE")
    again = world.person()
    world.is_in(company, "DIRECTOR", again, "2009-03-02", resignedOn="2014-06-30")
    world.is_in(company, "DIRECTOR", again, "2018-01-15")
    world.is_in(company, "DIRECTOR", world.person(), "2010-05-05", resignedOn="2011-05-05",
                status="RESIGNED")
    world.is_in(company, "DIRECTOR", world.person(), "2012-02-02", status="INACTIVE")
    world.papers(company)
    return company


def everything_at_once(world):
    """One person in every role, listed without a number, as registers often do."""
    company = world.company()
    who = world.person()
    del who["id"]
    for role in ["CHAIRMAN", "DIRECTOR", "SECRETARY", "PRESENTER"]:
        world.is_in(company, role, who)
    world.holds(company, who, 1_000_000)
    world.controls(company, who, "100", natures=4)
    return company


def namesakes(world):
    """Father and son: one name, two months of birth."""
    company = world.company()
    father = world.person(dateOfBirth="1948-04-11")
    son = father | {"id": father["id"] + "B", "dateOfBirth": "1979-09-30"}
    for who in [father, son]:
        world.is_in(company, "DIRECTOR", who)
        world.holds(company, who, 500_000)
    return company


def corporate_secretary(world):
    company = one_person(world)
    name = {"corporationName": "Registrars of Nembirun Nominees Limited",
            "accreditationNumber": "ICSAN/F/0091"}
    world.is_in(company, "SECRETARY", name)
    return company


def nobody_listed(world):
    return world.company(affiliatesCount=7)


def nothing_known(world):
    nothing = dict.fromkeys([
        "registrationDate", "lineOfBusiness", "city", "lga", "state", "email", "phone",
        "branchAddress", "headOfficeAddress", "objectives", "lastAnnualReturn", "certificate",
        "statusReport",
    ])
    return world.entity("COMPANY", "Limited", "PRIVATE_COMPANY_LIMITED_BY_SHARES",
                        "UNKNOWN", **nothing)


def guarantee(world):
    company = world.entity("COMPANY", "Ltd/Gte", "PRIVATE_COMPANY_LIMITED_BY_GUARANTEE")
    for n in range(3):
        world.is_in(company, "CHAIRMAN" if n == 0 else "DIRECTOR", world.person())
    world.papers(company)
    return company


def unlimited(world):
    return one_person(world, ending="Unltd", company_type="PRIVATE_COMPANY_UNLIMITED")


def owes_once(world):
    company = one_person(world)
    world.charge(company, 1)
    return company


def owes_in_every_state(world):
    company = two_equals(world)
    world.charge(company, 1)
    world.charge(company, 2, status="PART_SATISFIED", negativePledge=None)
    world.charge(company, 3, status="FULLY_SATISFIED", satisfiedOn="2023-03-31")
    world.charge(company, 4, chargeType="MORTGAGE", isFixed=True, isFloating=False,
                 particulars="Warehouse at 4 Old Ginnery Road, Kano",
                 description="Legal mortgage over land", negativePledge=False)
    return company


def owes_much(world):
    company = corporate_holder(world)
    for number in range(1, 13):
        done = number % 3 == 0
        world.charge(company, number, personsEntitled=BANKS,
                     status="FULLY_SATISFIED" if done else "OUTSTANDING",
                     satisfiedOn="2024-05-01" if done else None)
    return company


def owes_abroad(world):
    company = foreign(world)
    world.charge(company, 1, currency="USD", amountSecured="12500000.50")
    world.charge(company, 2, amountSecured=None, isFixed=None, isFloating=None,
                 particulars=None, chargeCode=None)
    return company


COMPANY_SHAPES = [
    one_person, two_equals, many_holders, corporate_holder, chain, ring, too_few_shares,
    too_many_shares, thirds, issued_unknown, nominal_disagrees, kinds_of_shares, foreign,
    came_and_went, everything_at_once, namesakes, corporate_secretary, nobody_listed,
    nothing_known, guarantee, unlimited, owes_once, owes_in_every_state, owes_much, owes_abroad,
]


def proprietor(world):
    company = world.entity("BUSINESS_NAME", "Ventures", "BUSINESS_NAME_SOLE_PROPRIETORSHIP")
    world.is_in(company, "PROPRIETOR", world.person())


def firm(world):
    company = world.entity("BUSINESS_NAME", "& Partners", "BUSINESS_NAME_FIRM")
    for _ in range(3):
        world.is_in(company, "PARTNER", world.person())
    world.is_in(company, "PARTNER", world.person(), "2006-01-01", resignedOn="2015-12-31")


def trustees(world):
    company = world.entity("INCORPORATED_TRUSTEE", "Foundation", "INCORPORATED_TRUSTEE")
    for n in range(5):
        who = world.person()
        world.is_in(company, "TRUSTEE", who)
        if n == 0:
            world.is_in(company, "CHAIRMAN", who)
    world.is_in(company, "SECRETARY", world.person())


def limited_partnership(world):
    company = world.entity("LIMITED_PARTNERSHIP", "LP", "LIMITED_PARTNERSHIP")
    general = world.person()
    world.is_in(company, "PARTNER", general)
    world.is_in(company, "PARTNER", world.person("GHANAIAN"))
    world.controls(company, general, "60", natures=4)


def llp(world):
    company = world.entity("LIMITED_LIABILITY_PARTNERSHIP", "LLP",
                           "LIMITED_LIABILITY_PARTNERSHIP")
    for _ in range(2):
        world.is_in(company, "PARTNER", world.person())
    world.is_in(company, "PARTNER", {"corporationName": "Ilewara Nominees Limited",
                                     "corporationRcNumber": "2101001"})


def of_first_world(world, company):
    """Everyone in the first world has people, and the companies have capital."""
    kind, company_type = company["entityType"], company["companyType"]
    if company["registrationStatus"] == "UNKNOWN":
        return
    if kind == "COMPANY":
        owner, other = world.person(), world.person()
        world.is_in(company, "DIRECTOR", owner)
        world.is_in(company, "DIRECTOR", other)
        if "GUARANTEE" not in company_type:
            world.capital(company, 5_000_000)
            world.holds(company, owner, 3_000_000)
            world.holds(company, other, 2_000_000)
            world.controls(company, owner, "60", natures=3)
            world.controls(company, other, "40")
        if int(company["rcNumber"]) % 3 == 0:
            world.charge(company, 1)
        world.papers(company)
        return
    role = {"BUSINESS_NAME": "PROPRIETOR", "INCORPORATED_TRUSTEE": "TRUSTEE"}.get(kind, "PARTNER")
    if company_type == "BUSINESS_NAME_FIRM":
        role = "PARTNER"
    for _ in range(1 if role == "PROPRIETOR" else 3):
        world.is_in(company, role, world.person())


def add_codes(company):
    """A code for each line of business that has one; `-` between for one that has none."""
    lines = company.get("lineOfBusiness", "").split("; ")
    if any(line in CODES for line in lines):
        company["lineOfBusinessCode"] = "; ".join(CODES.get(line, "-") for line in lines)


def main():
    world = World()
    kept = []
    for line in (DATA / "sandbox_companies.jsonl").read_text("utf-8").splitlines():
        company = json.loads(line)
        number = int(company["rcNumber"]) - FIRST[company["entityType"]]
        if not (0 <= number < 13_000 and number % 13 == 0):
            kept.append((line, company))
    for _ in range(3):
        for shape in COMPANY_SHAPES:
            shape(world)
    many_holders(world, 150)
    for _ in range(12):
        proprietor(world)
        firm(world)
    for shape, times in [(trustees, 14), (limited_partnership, 12), (llp, 12)]:
        for _ in range(times):
            shape(world)
    for _, company in kept:
        of_first_world(world, company)

    def lines(rows):
        return [json.dumps(row, ensure_ascii=False) for row in rows]

    for company in [*(company for _, company in kept), *world.rows["companies"]]:
        add_codes(company)
    made = {what: lines(rows) for what, rows in world.rows.items()}
    made["companies"] = lines(company for _, company in kept) + made["companies"]
    for what, all_lines in made.items():
        text = "".join(line + "\n" for line in all_lines)
        (DATA / f"sandbox_{what}.jsonl").write_text(text, "utf-8")
        print(f"{what:10} {len(all_lines):5} rows {len(text) // 1024:5} KiB")


if __name__ == "__main__":
    main()
