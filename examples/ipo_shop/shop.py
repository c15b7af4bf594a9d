"""A shop that takes IPO applications, on Python's standard library and Kofa's client.

    pip install httpx
    KOFA_URL=… KOFA_API_KEY=… KOFA_VENDOR_ID=… python3 examples/ipo_shop/shop.py [PORT]

`kofa demo` prints the three values. What to copy from here:

* the idempotency key is made with the form, so sending it twice applies once;
* every fault of a request comes back at once, each with the field that it is about;
* after a 503 nothing was charged, and the same form can be sent again.
"""

import html
import os
import re
import sys
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "clients/python"))
from kofa_client import ApiError, ConnectionFailed, Kofa, RequestOptions, models  # noqa: E402

# Lists are charged calls and change seldom.
KEPT_SECONDS = 60
BODY_BYTES_MAX = 64 * 1024
# Named as in the API, so that its faults find their fields: name, label, attributes of the input.
FIELDS = [
    ("numberOfShares", "Number of shares", 'inputmode="numeric" required'),
    ("firstName", "First name", 'autocomplete="given-name" required'),
    ("lastName", "Last name", 'autocomplete="family-name" required'),
    ("dateOfBirth", "Date of birth", 'type="date" autocomplete="bday" required'),
    ("email", "E-mail", 'type="email" autocomplete="email" required'),
    ("phoneNumber", "Mobile number", 'type="tel" autocomplete="tel" required'),
    ("bvn", "BVN", 'inputmode="numeric" autocomplete="off" required'),
    ("nin", "NIN", 'inputmode="numeric" autocomplete="off" required'),
    ("address", "Address", 'autocomplete="street-address" required'),
    ("state", "State", "required"),
    ("lga", "Local government area", "required"),
    ("nextOfKinFullName", "Next of kin: full name", "required"),
    ("nextOfKinPhone", "Next of kin: mobile number", 'type="tel" required'),
    ("bankAccountNumber", "Account number (NUBAN)", 'inputmode="numeric" required'),
]
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>{title}</title>
<style>
  body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto }}
  label {{ display: block; margin-top: 1rem }}
  input, select {{ font: inherit; width: 100%; padding: .4rem; box-sizing: border-box }}
  body > main {{ padding: 0 1rem }} .fault {{ color: #b00020 }}
  button {{ font: inherit; margin-top: 1.5rem; padding: .5rem 1.5rem }}
</style><main><h1>{title}</h1>{content}</main></html>"""
kofa = Kofa(os.environ["KOFA_API_KEY"], os.environ["KOFA_URL"])
vendor_id = os.environ["KOFA_VENDOR_ID"]
kept = {}


def text(value):
    return html.escape(str(value), quote=True)


def listed(name, ask):
    """What `ask` answered within the last minute."""
    at, found = kept.get(name, (0, None))
    if found is None or time.monotonic() - at > KEPT_SECONDS:
        found = ask()
        kept[name] = (time.monotonic(), found)
    return found


def offers():
    every = listed("offers", lambda: list(kofa.ipo.iterate_offers(status="open")))
    return {offer.id: offer for offer in every if offer.is_subscribable}


def brokers():
    every = listed("brokers", lambda: kofa.ipo.list_brokers().data.brokers)
    return {one.id: one.name for one in every if one.active and one.accepts_new_clients}


def banks():
    every = listed("banks", lambda: kofa.ipo.list_supported_banks().data.banks)
    return {str(one.bank_id): one for one in every if one.active and one.bank_code}


def home():
    cards = [
        f"<h2>{text(offer.name)}</h2><p>{text(offer.currency)} {offer.price_per_share} a share, at "
        f"least {offer.minimum_shares}, until {text(offer.close_date)}. "
        f'<a href="/apply?offer={text(offer.id)}">Apply for {text(offer.name)}</a></p>'
        for offer in offers().values()
    ]
    return "Open offers", "".join(cards) or "<p>No offer is open now.</p>"


def select(name, label, options, chosen):
    rows = "".join(
        f'<option value="{text(value)}"{" selected" if value == chosen else ""}>{text(shown)}'
        for value, shown in options
    )
    return f'<label>{text(label)}<select name="{name}" required>{rows}</select></label>'


def form(sent, faults=(), note=""):
    """The form of an offer, with what was sent and what is wrong with it."""
    offer = offers().get(sent.get("offer"))
    if offer is None:
        return "Offer closed", '<p>This offer is not open. <a href="/">Open offers</a></p>'
    about = {}
    for fault in faults:
        about.setdefault(fault.field, []).append(fault.message)
    unplaced = [*about.pop(None, []), note]
    parts = [f'<p class="fault" role="alert">{text(it)}</p>' for it in unplaced if it]
    for name, label, attributes in FIELDS:
        # The API speaks of its field, the customer's form of its label.
        said = text(" ".join(about.pop(name, [])).replace(f"`{name}`", label))
        parts.append(
            f'<label>{text(label)}<input name="{name}" value="{text(sent.get(name, ""))}" '
            f'{attributes}{" aria-invalid=true" if said else ""}></label>'
            f'<span class="fault" id="fault-{name}">{said}</span>'
        )
    genders = [(it, it) for it in ["Female", "Male"]]
    parts.append(select("gender", "Gender", genders, sent.get("gender")))
    parts.append(select("brokerId", "Broker", brokers().items(), sent.get("brokerId")))
    of_banks = [(key, bank.name) for key, bank in banks().items()]
    parts.append(select("bankId", "Bank", of_banks, sent.get("bankId")))
    # Faults of fields that this form fills by itself.
    for name, said in about.items():
        parts.append(f'<p class="fault">{text(name)}: {text(" ".join(said))}</p>')
    key = sent.get("key") or uuid.uuid4()
    hidden = f'<input type="hidden" name="key" value="{text(key)}">'
    hidden += f'<input type="hidden" name="offer" value="{text(offer.id)}">'
    step = f"<p>At least {offer.minimum_shares} shares, in steps of {offer.multiple}.</p>"
    inside = f'{hidden}{"".join(parts)}<button>Apply</button>'
    return f"Apply for {offer.name}", f'{step}<form method="post" action="/apply">{inside}</form>'


def apply(sent):
    """Applies; the transaction's reference, or the form again."""
    offer, bank = offers().get(sent.get("offer")), banks().get(sent.get("bankId"))
    if offer is None or bank is None:
        return None, form(sent)
    snake = lambda name: re.sub("([A-Z])", lambda it: "_" + it[1].lower(), name)
    fields = {snake(name): sent.get(name, "").strip() for name, _, _ in FIELDS}
    shares = fields.pop("number_of_shares")
    request = models.SubscribeRequest(
        vendor_id=vendor_id, offer_id=offer.id, offer_type=offer.offer_type,
        number_of_shares=int(shares) if shares.isdecimal() else 0,
        broker_id=sent.get("brokerId", ""), profile_type="INDIVIDUAL", nationality="Nigeria",
        gender=sent.get("gender"), marital_status=0, bank_id=bank.bank_id, bank_code=bank.bank_code,
        has_existing_chn_depository=False, is_card_payment=False, **fields,
    )
    try:
        options = RequestOptions(idempotency_key=sent.get("key"))
        return kofa.ipo.subscribe(request, options=options).data.transaction_reference, None
    except ConnectionFailed:
        return None, form(sent, note="No answer came. Send the form again: you apply only once.")
    except ApiError as error:
        if error.status >= 500:
            return None, form(sent, note="Not available now. Send the form again in a minute.")
        if error.code == "idempotency_key_reused":
            # The form was corrected after its key was used.
            return apply({**sent, "key": str(uuid.uuid4())})
        return None, form(sent, faults=error.faults)


def application(reference):
    found = kofa.ipo.list_transactions(models.TransactionsRequest(transaction_reference=reference))
    if not found.data.transactions:
        return "Not found", "<p>There is no application with this reference.</p>"
    one = found.data.transactions[0]
    rows = {
        "Reference": one.transaction_reference, "Offer": one.subscription.offer_name,
        "Shares": one.number_of_shares, "Amount": f"{one.currency} {one.amount}",
        "Status": one.status, "Payment": one.payment_status, "Allotment": one.allotment_status,
    }
    pay = f'<p><a href="{text(one.payment_url)}">Pay now</a></p>' if one.payment_url else ""
    rows = "".join(f"<dt>{name}<dd>{text(value)}" for name, value in rows.items())
    return "Your application", f"<dl>{rows}</dl>{pay}"


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        at = urlsplit(self.path)
        asked = dict(parse_qsl(at.query))
        pages = {
            "/": home,
            "/apply": lambda: form(asked),
            "/application": lambda: application(asked.get("reference", "")),
        }
        self.answer(pages.get(at.path))

    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if urlsplit(self.path).path != "/apply" or length > BODY_BYTES_MAX:
            return self.answer(None)
        sent = dict(parse_qsl(self.rfile.read(length).decode(errors="replace")))
        try:
            reference, page = apply(sent)
        except (ApiError, ConnectionFailed) as error:
            return self.away(error)
        if reference is None:
            return self.answer(lambda: page, 422)
        self.send_response(303)
        self.send_header("location", f"/application?reference={reference}")
        self.end_headers()

    def answer(self, page, status=200):
        try:
            title, content = page() if page else ("Not found", '<p><a href="/">Open offers</a></p>')
            status = status if page else 404
        except (ApiError, ConnectionFailed) as error:
            return self.away(error)
        self.say(status, title, content)

    def away(self, error):
        """The customer is not told why; whoever runs the shop is."""
        self.log_error("%s %s", getattr(error, "code", ""), getattr(error, "request_id", ""))
        self.say(503, "Not available now", "<p>Try again in a minute.</p>")

    def say(self, status, title, content):
        body = PAGE.format(title=text(title), content=content).encode()
        self.send_response(status)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    print(f"http://127.0.0.1:{port}/", flush=True)
    ThreadingHTTPServer(("127.0.0.1", port), Shop).serve_forever()
