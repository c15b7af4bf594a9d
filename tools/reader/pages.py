"""Invented pages: a random grammar of letterheads, windows, columns, forms, tables and prose, as
words with boxes. Nothing is drawn."""

from addresses import World
from labels import FIELDS, HEADS, ITEMS, LABELS, NAMED_FIELDS, NAMED_PROSE, PROSE, TITLES
from tags import fold

# Widths of Helvetica from space to tilde, in thousandths of an em.
SANS = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556,
    556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]


def width(text, size, mono=False):
    if mono:
        return 0.6 * size * len(text)
    return sum(SANS[ord(it) - 32] if 32 <= ord(it) < 127 else 556 for it in text) / 1000 * size


def language(locale):
    code = locale[:2]
    if locale in ("NG", "AFRICA", "ASIA"):
        return "en"
    code = {"da": "sv", "no": "sv", "fi": "sv", "cs": "pl"}.get(code, code)
    return code if code in LABELS else "en"


class Page:
    """A page under construction."""

    def __init__(self, world):
        self.world, self.chance = world, world.chance
        self.width, self.height = self.chance.choice([(595, 842)] * 3 + [(612, 792)] * 2)
        self.size = self.chance.choice([7.5, 8, 8.5, 9, 9, 9.5, 10, 10, 10.5, 11, 12])
        self.mono = self.chance.random() < 0.08
        self.leading = self.chance.choice([1.15, 1.2, 1.2, 1.25, 1.3, 1.4])
        self.words = []
        self.holder, self.others = [], []
        # The parties whose names stand elsewhere, too: in sentences, fields, a greeting.
        self.issuer = self.customer = None

    def named(self, issuer, customer):
        """Two parties; each is likely to be named again."""
        self.issuer, self.customer = issuer, customer
        return issuer, customer

    def put(self, x, y, text, size=None, flush="left"):
        size = size or self.size
        whole = width(text, size, self.mono)
        x = {"left": x, "right": x - whole, "centre": x - whole / 2}[flush]
        space = width(" ", size, self.mono)
        for word in text.split(" "):
            if word:
                wide = width(word, size, self.mono)
                self.words.append([word, x, y - 0.72 * size, x + wide, y + 0.21 * size, 1.0])
                x += wide + space
            else:
                x += space
        return x

    def lines(self, x, y, lines, size=None, flush="left"):
        size = size or self.size
        for line in lines:
            self.put(x, y, line, size, flush)
            y += size * self.leading
        return y

    def say(self, whose, lines):
        text = ", ".join(line.rstrip(", ") for line in lines)
        (self.holder if whose == "holder" else self.others).append(text)


class Party:
    """Somebody with a name and an address."""

    def __init__(self, world, locale, company):
        self.locale, self.chance = locale, world.chance
        self.company = world.chance.random() < company
        self.name = world.company(locale) if self.company else world.person(locale)
        if world.chance.random() < 0.15:
            self.name = self.name.upper()
        self.address = world.address(locale)
        fake = world.faker(locale)
        own = "".join(it for it in fold(self.name.split(",")[0])) if self.company and world.chance.random() < 0.6 else ""
        domain = f"{own[:24]}.{world.chance.choice(['com', 'com', 'co.uk', 'ng', 'de', 'fr', 'net'])}" if own else fake.domain_name()
        mail = f"{world.chance.choice(['info', 'billing', 'contact', 'accounts'])}@{domain}" if own else fake.email()
        digits = "".join(world.chance.choice("0123456789") for _ in range(9))
        phone = world.chance.choice([f"+{digits[:2]} {digits[2:5]} {digits[5:]}", f"({digits[:3]}) {digits[3:6]}-{digits[5:]}", f"0{digits[:3]} {digits[3:]}"])
        self.contacts = world.chance.sample([
            f"{world.chance.choice(['Tel:', 'Phone:', 'Tel.', 'T:', 'Telefon:', 'Tél :'])} {phone}", mail, f"www.{domain}", phone,
            f"{world.chance.choice(['VAT No:', 'USt-IdNr.', 'TVA', 'NIF:', 'Tax ID:', 'GSTIN:', 'TIN'])} {locale[-2:]}{digits}", f"Email: {mail}",
            f"Fax: {phone}"], world.chance.randint(0, 3))

    def text(self):
        return self.chance.choice([", ".join, " ".join])(self.address)


def draw_party(page, party, whose, x, y, label=None, contacts=0.3, name=True, flush="left"):
    """A block; the y behind it."""
    chance = page.chance
    step = page.size * page.leading
    address = party.address
    if len(" ".join(address)) < 48 and chance.random() < 0.15:
        address = [", ".join(line.rstrip(",") for line in address)]
    page.say(whose, address)
    head = []
    if name:
        head.append(party.name)
        if party.company and chance.random() < 0.15:
            head.append(chance.choice(["Accounts Payable", "Attn: " + page.world.person(party.locale), "Finance Department", "Buchhaltung", page.world.person(party.locale)]))
    tail = party.contacts if chance.random() < contacts else []
    style = chance.random()
    if label and style < 0.14 and flush == "left":
        x = page.put(x, y, label) + chance.choice([4, 10, 24])
    elif label and style < 0.24 and name and flush == "left":
        head[0] = f"{label} {head[0]}"
    elif label:
        big = page.size * chance.choice([1, 1, 1, 1.15, 0.85])
        page.put(x, y, label, big, flush)
        y += step * chance.choice([1, 1, 1.15, 1.5, 2])
    if head and chance.random() < 0.1:
        y = page.lines(x, y, head, page.size * 1.15, flush) + 2
        head = []
    return page.lines(x, y, head + address + tail, None, flush)


def draw_fields(page, x, y, count, lang, gap):
    """Labels and values; the y behind them."""
    chance = page.chance
    if page.issuer and chance.random() < 0.2:
        whose, names = chance.choice(list(NAMED_FIELDS.items()))
        page.put(x, y, chance.choice(names) + chance.choice(["", ":"]))
        page.put(x + gap, y, getattr(page, whose).name)
        y += page.size * page.leading
    for field in chance.sample(FIELDS[lang], min(count, len(FIELDS[lang]))):
        value = chance.choice([f"{chance.randint(1, 28):02}/{chance.randint(1, 12):02}/20{chance.randint(10, 26)}", str(chance.randint(1000, 99999999)), f"INV-{chance.randint(100, 9999)}",
                               f"{chance.randint(1, 28)} {chance.choice(['Jan', 'March', 'Oct', 'Mai', 'juin'])} 20{chance.randint(10, 26)}", f"{chance.randint(10, 9999)}.{chance.randint(10, 99)}"])
        page.put(x, y, field + chance.choice(["", ":", ""]))
        page.put(x + gap, y, value)
        y += page.size * page.leading * chance.choice([1, 1, 1.2])
    return y


def draw_table(page, y, bottom):
    chance = page.chance
    columns = sorted(chance.sample(range(240, 560, 20), chance.randint(2, 4)))
    left = chance.choice([36, 45, 56])
    step = page.size * chance.choice([1.3, 1.6, 2])
    heads = chance.sample(HEADS, len(columns) + 1)
    page.put(left, y, heads[0])
    for x, head in zip(columns, heads[1:]):
        page.put(x, y, head)
    y += step
    rows = chance.randint(1, max(1, int((bottom - y) / step)))
    for _ in range(min(rows, chance.choice([3, 6, 12, 40]))):
        text = chance.choice(ITEMS)
        if chance.random() < 0.08:
            text = f"{text} {page.world.faker('en_US').city()}"
        page.put(left, y, text)
        for x in columns:
            page.put(x, y, chance.choice([f"{chance.randint(1, 9999):,}.{chance.randint(0, 99):02}", str(chance.randint(1, 20)), f"{chance.choice('$€£')}{chance.randint(1, 999)}.00"]))
        y += step
    for word in chance.sample(["Subtotal", "Total", "Tax", "Balance due", "Gesamtbetrag", "Total TTC"], chance.randint(1, 3)):
        page.put(columns[-1] - 90, y, word)
        page.put(columns[-1], y, f"{chance.randint(1, 9999):,}.{chance.randint(0, 99):02}")
        y += step
    return y


def draw_prose(page, y, count):
    left = page.chance.choice([36, 45, 56])
    for _ in range(count):
        text = page.chance.choice(PROSE)
        if page.issuer and page.chance.random() < 0.3:
            text = page.chance.choice(NAMED_PROSE).format(issuer=page.issuer.name, customer=page.customer.name)
        words, line = text.split(" "), ""
        for word in words:
            if width(f"{line} {word}", page.size, page.mono) > page.width - 2 * left:
                page.put(left, y, line)
                y, line = y + page.size * page.leading, word
            else:
                line = f"{line} {word}".strip()
        page.put(left, y, line)
        y += page.size * page.leading * page.chance.choice([1, 1.6])
    return y


def draw_footer(page, issuer):
    chance = page.chance
    small = page.size * chance.choice([0.7, 0.8, 0.9])
    y = page.height - chance.randint(18, 50)
    own = issuer if chance.random() < 0.7 else Party(page.world, issuer.locale, 1)
    style = chance.random()
    if style < 0.45:
        joint = chance.choice([" | ", " • ", ", ", " - ", " · "])
        text = joint.join([own.name, *own.address, *own.contacts[:2]])
        page.say("other", own.address)
        if width(text, small) > page.width - 40:
            text = joint.join([own.name, *own.address])
        page.put(page.width / 2, y, text, small, "centre")
    elif style < 0.75:
        y -= 4 * small
        page.say("other", own.address)
        for x, lines in zip((40, 180, 320, 450), ([own.name, *own.address], own.contacts, ["Bank", "IBAN DE12 3456 7890", "BIC ABCDEFGH"], ["HRB 12345", "USt-ID DE123456789"])):
            for at, line in enumerate(lines[:5]):
                page.put(x, y + at * small * 1.15, line, small)
    else:
        page.put(40, y, chance.choice(["Page 1 of 1", "Seite 1", "www.example.com", "Thank you for your business"]), small)


def letterhead(page, issuer):
    """The sender at the head; the y behind it."""
    chance = page.chance
    y = chance.randint(28, 70)
    style = chance.random()
    big = page.size * chance.choice([1, 1.4, 1.8, 2.4])
    if style < 0.18:
        page.put(chance.choice([36, 50]), y, issuer.name, big)
        return y + big * 1.5
    x, flush = chance.choice([(chance.choice([36, 50]), "left"), (page.width - 40, "right"), (page.width / 2, "centre"), (chance.randint(300, 400), "left")])
    page.put(x, y, issuer.name, big, flush)
    y += big * chance.choice([1.1, 1.3, 1.6])
    if chance.random() < 0.3:
        joint = chance.choice([", ", " | ", " • ", " "])
        page.say("other", issuer.address)
        y = page.lines(x, y, [joint.join(line.rstrip(",") for line in issuer.address), *issuer.contacts], None, flush)
        return y
    page.say("other", issuer.address)
    return page.lines(x, y, issuer.address + issuer.contacts, None, flush)


def invoice(page, locale, shows):
    world, chance = page.world, page.chance
    lang = language(locale)
    labels = LABELS[lang]
    issuer, holder = page.named(Party(world, locale, 0.95), Party(world, locale if chance.random() < 0.8 else world.locale(), 0.45))
    style = chance.random()
    left, right = chance.choice([36, 45, 56]), chance.choice([300, 330, 360])
    if style < 0.5:
        y = letterhead(page, issuer) + chance.randint(6, 50)
        if chance.random() < 0.12:
            page.put(left, y, " • ".join([issuer.name, *issuer.address]), page.size * 0.7)
            page.say("other", issuer.address)
            y += page.size * 1.6
    else:
        y = chance.randint(30, 90)
        page.put(chance.choice([left, right]), y, chance.choice(TITLES[lang]), page.size * chance.choice([1.2, 2, 2.8]))
        y += page.size * 3
    title = chance.random() < 0.5
    if title:
        page.put(chance.choice([left, right]), y, chance.choice(TITLES[lang]), page.size * chance.choice([1, 1.5, 2]))
        y += page.size * chance.choice([2, 3])
    blocks = []
    if style >= 0.5:
        blocks.append(("other", issuer, chance.choice(labels["issuer"]) if chance.random() < 0.5 else None, 0.6))
    label = chance.choice(labels["holder"]) if chance.random() < 0.62 else None
    blocks.append(("holder" if shows else "nobody", holder, label, 0.3))
    pick = chance.random()
    if pick < 0.22:
        ship = Party(world, holder.locale, 0.4)
        blocks.append(("holder" if chance.random() < 0 else "other", ship, chance.choice(labels["ship"]), 0.15))
    elif pick < 0.32:
        ship = Party(world, holder.locale, 0.4)
        ship.address = list(holder.address)
        blocks.append(("holder", ship, chance.choice(labels["ship"]), 0.1))
    elif pick < 0.42:
        blocks.append(("other", Party(world, locale, 0.9), chance.choice(labels["other"] + labels["issuer"]), 0.4))
    if not shows:
        blocks = [it for it in blocks if it[0] != "holder"]
    if chance.random() < 0.3:
        chance.shuffle(blocks)
    beside = chance.random() < 0.6
    columns = {1: [chance.choice([left, left, right])], 2: [left, right], 3: [left, 215, 395], 4: [left, 180, 320, 450]}[len(blocks)]
    deepest = y
    fields = chance.random() < 0.75
    for at, (whose, party, label, contacts) in enumerate(blocks):
        x = columns[at] if beside else left
        if whose == "nobody":
            page.lines(x, y, [label or "Customer", party.name] + party.contacts[:1])
            deepest = max(deepest, y + 3 * page.size)
        else:
            deepest = max(deepest, draw_party(page, party, whose, x, y, label, contacts))
        if not beside:
            y = deepest = deepest + page.size * chance.choice([0.8, 1.5, 3])
    if fields and not beside or len(blocks) == 1 and columns[0] == left and fields:
        draw_fields(page, right, chance.choice([y, chance.randint(60, 200)]) if not beside else y, chance.randint(2, 7), lang, chance.choice([70, 95, 120]))
    elif fields:
        deepest = draw_fields(page, chance.choice([left, right]), deepest + page.size * 2, chance.randint(2, 5), lang, chance.choice([80, 110]))
    y = deepest + page.size * chance.choice([2, 4])
    y = draw_table(page, y, page.height - 160)
    if chance.random() < 0.5 and y < page.height - 150:
        y = draw_prose(page, y + 12, chance.randint(1, 3))
    if shows and chance.random() < 0.15 and y < page.height - 170:
        y += 14
        draw_party(page, holder, "holder", left, y)
        remit = Party(world, locale, 1)
        draw_party(page, remit, "other", right, y, chance.choice(labels["issuer"]))
    if chance.random() < 0.5:
        draw_footer(page, issuer)


def bill(page, locale, shows):
    """A bill or statement for a window envelope, or a bank's."""
    world, chance = page.world, page.chance
    lang = language(locale)
    issuer, holder = page.named(Party(world, locale, 1), Party(world, locale, 0.2))
    y = letterhead(page, issuer) + chance.randint(10, 70)
    x = chance.choice([36, 50, 70, 310, 340])
    other = 330 if x < 200 else 40
    label = chance.choice(LABELS[lang]["holder"]) if chance.random() < 0.3 else None
    if shows:
        end = draw_party(page, holder, "holder", x, y, label, 0.08)
    else:
        end = page.lines(x, y, [holder.name] + (["Account number 12345678"] if chance.random() < 0.5 else []))
    if chance.random() < 0.25:
        end = max(end, draw_party(page, Party(world, locale, 1), "other", other, y, chance.choice(LABELS[lang]["other"] + ["Branch", "Branch address", "Customer service"]), 0.5))
    else:
        end = max(end, draw_fields(page, other, y, chance.randint(2, 8), lang, chance.choice([90, 120])))
    if shows and chance.random() < 0.25:
        supply = chance.choice(["Supply address", "Service Address", "Service location", "Lieferstelle:", "Point de livraison :", "Premises"])
        page.say("holder", holder.address)
        page.put(36, end + 14, f"{supply} {', '.join(line.rstrip(',') for line in holder.address)}" if chance.random() < 0.5 else supply)
        if page.words[-1][0] in supply:
            end = page.lines(36, end + 14 + page.size * 1.3, holder.address)
        else:
            end += 28
    y = draw_prose(page, end + page.size * 2, chance.randint(0, 3))
    y = draw_table(page, y + 10, page.height - 200)
    if chance.random() < 0.4 and y < page.height - 180:
        y = page.height - chance.randint(110, 150)
        remit = Party(world, locale, 1)
        if shows:
            draw_party(page, holder, "holder", 40, y)
        draw_party(page, remit, "other", 330, y, chance.choice(LABELS[lang]["issuer"]))
    if chance.random() < 0.6:
        draw_footer(page, issuer)


def tax_form(page, locale, shows):
    """Small labels in boxes above their values."""
    world, chance = page.world, page.chance
    payer, holder = page.named(Party(world, locale, 0.95), Party(world, locale, 0.03))
    small = page.size * 0.7
    who = chance.choice([("PAYER'S name, street address, city or town, state or province, country, ZIP", "RECIPIENT'S name"), ("c Employer's name, address, and ZIP code", "e Employee's first name and initial Last name"),
                         ("Employer", "Employee"), ("Issuer's name and address", "Taxpayer"), ("FILER'S name, street address, city or town", "STUDENT'S name"), ("Company", "Employee Details")])
    swap = chance.random() < 0.15
    left, mid = chance.choice([30, 40]), chance.choice([280, 320, 350])
    y = chance.randint(40, 90)
    for whose, party, label in [("holder", holder, who[1]), ("other", payer, who[0])] if swap else [("other", payer, who[0]), ("holder", holder, who[1])]:
        page.put(left, y, label, small)
        top = y
        y += page.size * 1.3
        if whose == "holder" and not shows:
            y = page.lines(left, y, [party.name])
        elif whose == "holder" and chance.random() < 0.45:
            page.put(left, y, party.name)
            y += page.size * chance.choice([1.6, 2.2])
            page.say(whose, party.address)
            if chance.random() < 0.6:
                page.put(left, y, chance.choice(["Street address (including apt. no.)", "Address", "Street address"]), small)
                y += page.size * 1.3
            y = page.lines(left, y, party.address[:-1])
            if chance.random() < 0.5:
                page.put(left, y, "City or town, state or province, country, and ZIP or foreign postal code", small)
                y += page.size * 1.3
            y = page.lines(left, y, party.address[-1:])
        else:
            y = draw_party(page, party, whose, left, y, None, 0.3 if whose == "other" else 0)
        for at in range(chance.randint(1, 4)):
            page.put(mid, top + at * page.size * 2.6, f"{at + 1} {chance.choice(['Wages, tips', 'Federal income tax withheld', 'Gross pay', 'State tax', 'Interest income'])}", small)
            page.put(mid + 10, top + at * page.size * 2.6 + page.size * 1.2, f"{chance.randint(100, 90000)}.{chance.randint(10, 99)}")
        y += page.size * chance.choice([1, 2])
        page.put(left, y, chance.choice(["Account number (see instructions)", "Federal ID number", "d Control number"]), small)
        page.put(left, y + page.size * 1.2, f"{chance.randint(10, 99)}-{chance.randint(1000000, 9999999)}")
        y += page.size * 3
    draw_table(page, y + 20, page.height - 100)


def form(page, locale, shows):
    """Labels and values of a registration, an agreement or a profile."""
    world, chance = page.world, page.chance
    lang = language(locale)
    labels = LABELS[lang]
    issuer = Party(world, locale, 1)
    y = letterhead(page, issuer) + 24
    left, gap = chance.choice([36, 50]), chance.choice([90, 120, 150, 180])
    holder, other = Party(world, locale, 0.15), Party(world, locale, 0.5)
    page.named(issuer, holder)
    groups = [("holder", holder, chance.choice(labels["name"]), chance.choice(labels["address"]))]
    if chance.random() < 0.6:
        whose = chance.choice(labels["other"])
        groups.append(("other", other, whose, f"{whose.rstrip(':')} {chance.choice(['address', 'Address', 'adresse'])}"))
    if chance.random() < 0.2:
        groups.reverse()
    if not shows:
        groups = [it for it in groups if it[0] != "holder"]
    for whose, party, name, address in groups:
        page.put(left, y, name)
        page.put(left + gap, y, party.name)
        y += page.size * chance.choice([1.4, 2])
        y = draw_fields(page, left, y, chance.randint(0, 3), lang, gap)
        page.put(left, y, address)
        page.say(whose, party.address)
        one = chance.random() < 0.55
        y = page.lines(left + gap, y, [", ".join(line.rstrip(",") for line in party.address)] if one else party.address)
        y = draw_fields(page, left, y + page.size * 0.5, chance.randint(1, 5), lang, gap) + page.size
    y = draw_prose(page, y, chance.randint(0, 4))
    if chance.random() < 0.4:
        draw_table(page, y, page.height - 100)
    if chance.random() < 0.5:
        draw_footer(page, issuer)


def sections(page, locale, shows):
    """Parties one below or beside the other, each with the same labels under a heading of its own."""
    world, chance = page.world, page.chance
    lang = language(locale)
    labels = LABELS[lang]
    issuer, holder = page.named(Party(world, locale, 0.9), Party(world, locale, 0.4))
    y = chance.randint(40, 80)
    page.put(chance.choice([36, 300]), y, chance.choice(TITLES[lang]), page.size * chance.choice([1.2, 2]))
    y += page.size * 3
    parties = [("other", issuer, labels["issuer"]), ("holder", holder, labels["holder"])]
    if chance.random() < 0.35:
        parties.append(("other", Party(world, locale, 0.8), labels["other"] + labels["ship"]))
    if chance.random() < 0.3:
        chance.shuffle(parties)
    beside, gap = chance.random() < 0.4, chance.choice([0, 0, 70, 110])
    if beside:
        gap = 0
    phone = chance.choice(["Tel:", "Phone:", "Telefon:", "Telephone"])
    name, address = chance.choice(labels["name"]), chance.choice(labels["address"])
    deepest = top = y
    for at, (whose, party, heads) in enumerate(parties):
        x = 36 + at * (260 if len(parties) == 2 else 180) if beside else 36
        y = top if beside else deepest + page.size
        page.put(x, y, chance.choice(heads), page.size * chance.choice([1, 1.2]))
        y += page.size * page.leading * 1.3
        rows = [(name, [party.name]), (phone, [str(chance.randint(10**8, 10**9))]),
                ("E-mail:", [world.faker(locale).email()]), (chance.choice(["NIP", "VAT:", "ID"]), [str(chance.randint(10**7, 10**8))])][:chance.randint(1, 4)]
        if whose == "other" or shows:
            lines = party.address if beside or chance.random() < 0.3 else [", ".join(line.rstrip(",") for line in party.address)]
            rows.insert(chance.randint(1, len(rows)), (address, lines))
            page.say(whose, party.address)
        for label, lines in rows:
            behind = page.put(x, y, label)
            y = page.lines(x + gap if gap else behind + 2, y, lines)
        deepest = max(deepest, y)
    y = draw_table(page, deepest + page.size * 2, page.height - 120)
    if chance.random() < 0.5:
        draw_prose(page, y + 12, chance.randint(1, 3))


def letter(page, locale, shows):
    world, chance = page.world, page.chance
    if chance.random() < 0.35:
        return private_letter(page, locale, shows)
    issuer, holder = page.named(Party(world, locale, 0.9), Party(world, locale, 0.3))
    y = letterhead(page, issuer) + chance.randint(10, 40)
    left = chance.choice([50, 56, 70])
    date = f"{chance.randint(1, 28)} {chance.choice(['January', 'June', 'October'])} 20{chance.randint(10, 26)}"
    if chance.random() < 0.5:
        page.put(left, y, date)
        y += page.size * 2.5
    if shows:
        y = draw_party(page, holder, "holder", left, y, None, 0) + page.size * 1.5
    page.put(left, y, chance.choice([f"Dear {holder.name},", "Dear Sir or Madam,", "Dear customer,", "Sehr geehrte Damen und Herren,", "Madame, Monsieur,", f"Hello {holder.name.split()[0]},"]))
    y = draw_prose(page, y + page.size * 2, chance.randint(3, 9))
    page.lines(left, y + page.size * 2, [chance.choice(["Yours sincerely,", "Kind regards", "Mit freundlichen Grüßen"]), chance.choice([world.person(locale), issuer.name]), chance.choice(["Manager", "Customer Service", "Director"])])
    if chance.random() < 0.6:
        draw_footer(page, issuer)


def private_letter(page, locale, shows):
    """A person writes: the sender at the right or left, perhaps again in small above the window."""
    world, chance = page.world, page.chance
    issuer, holder = page.named(Party(world, locale, 0.2), Party(world, locale, 0.6))
    left, y = chance.choice([50, 70]), chance.randint(40, 80)
    x, flush = chance.choice([(left, "left"), (page.width - 45, "right"), (350, "left")])
    y = draw_party(page, issuer, "other", x, y, None, 0.6, True, flush) + page.size * chance.choice([1, 2, 4])
    if chance.random() < 0.4:
        page.put(left, y, chance.choice([" • ", ", ", " | "]).join([issuer.name, *issuer.address]), page.size * 0.75)
        page.say("other", issuer.address)
        y += page.size * 1.5
    if shows:
        y = draw_party(page, holder, "holder", left, y, None, 0) + page.size * 2
    page.put(left, y, chance.choice(["Dear Sir or Madam,", "Dear " + holder.name, "Sehr geehrte Damen und Herren,", "Madame, Monsieur,", "To whom it may concern,"]))
    y = draw_prose(page, y + page.size * 2, chance.randint(3, 9))
    page.lines(left, y + page.size * 2, [chance.choice(["Yours sincerely,", "Kind regards,", "Mit freundlichen Grüßen,"]), issuer.name])


def receipt(page, locale, shows):
    page.width, page.height = page.chance.choice([(226, 600), (300, 700), (595, 842)])
    issuer = Party(page.world, locale, 1)
    y = page.lines(page.width / 2, 40, [issuer.name, *issuer.address, *issuer.contacts], None, "centre") + 10
    page.say("other", issuer.address)
    for _ in range(page.chance.randint(2, 12)):
        page.put(20, y, page.chance.choice(ITEMS)[:22])
        page.put(page.width - 20, y, f"{page.chance.randint(1, 99)}.{page.chance.randint(10, 99)}", None, "right")
        y += page.size * 1.3
    page.lines(20, y + 8, ["TOTAL 45.10", "CASH", "Thank you, come again"])


KINDS = [(invoice, 46), (bill, 24), (tax_form, 8), (form, 10), (sections, 16), (letter, 12), (receipt, 4)]


def noise(page):
    """What a reader of pictures makes of a page."""
    chance = page.chance
    rate = chance.choice([0, 0.001, 0.004, 0.01])
    swaps = {"0": "O", "O": "0", "l": "I", "I": "l", "1": "l", "S": "5", "5": "S", "e": "c", "rn": "m", ".": ",", "a": "o", "B": "8"}
    slope = chance.uniform(-0.004, 0.004)
    words = []
    for text, left, top, right, bottom, _ in page.words:
        if chance.random() < 0.002:
            continue
        text = "".join(swaps.get(it, it) if chance.random() < rate else it for it in text)
        em = bottom - top
        dy = slope * left + chance.uniform(-0.05, 0.05) * em
        near = words and abs(words[-1][4] - bottom - dy) < 0.3 * em and 0 <= left - words[-1][3] < 0.35 * em
        if near and chance.random() < 0.01:
            words[-1][0] += text
            words[-1][3] = right
            continue
        grow = chance.uniform(-0.06, 0.06) * em
        words.append([text, left, top + dy - grow, right, bottom + dy + grow, chance.uniform(0.85, 1)])
    page.words = words


def draw(world):
    """A page as a paper of `kofa-reader`."""
    chance = world.chance
    page = Page(world)
    kind = chance.choices([it[0] for it in KINDS], [it[1] for it in KINDS])[0]
    shows = chance.random() > 0.17 and kind is not receipt
    kind(page, world.locale(), shows)
    capture = chance.choice([0, 0, 0, 1, 1, 2])
    if capture:
        noise(page)
    scale = chance.uniform(0.85, 1.15) if chance.random() < 0.3 else 1
    words = [[it[0], *(round(edge * scale, 2) for edge in it[1:5]), round(it[5], 2)] for it in page.words]
    sheet = {"width": page.width, "height": page.height, "capture": capture, "words": words}
    return {"holder": page.holder, "others": page.others, "pages": [sheet]}


def papers(count, seed):
    world = World(seed)
    for number in range(count):
        yield {"id": f"drawn-{seed}-{number}", **draw(world)}
