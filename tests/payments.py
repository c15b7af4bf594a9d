"""A payment provider that speaks as Paystack does, or as docs/payments.md asks, and misbehaves."""

import hashlib
import hmac
import json
import secrets
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx
from standardwebhooks import Webhook

KEY = "sk_test_" + "5" * 40
HMAC_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Paystack:
    """Knows payments by their reference. `mood` says how it answers: `well`, `hangs`, `cuts`,
    `loses` (it does what is asked, and its answer is lost), a status, or the bytes of a body;
    `moods` the same for paths that begin so."""

    def __init__(self, port=0):
        self.payments, self.refunds, self.asked = {}, {}, []
        self.mood, self.moods, self.lock = "well", {}, threading.Lock()
        provider = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                self.answer(None)

            def do_POST(self):
                length = int(self.headers["content-length"])
                self.answer(json.loads(self.rfile.read(length)))

            def answer(self, body):
                provider.asked.append((self.command, self.path, body))
                mood = provider.mood_for(f"{self.command} {self.path}")
                status, reply = 200, mood
                if mood == "hangs":
                    time.sleep(30)
                if mood in ("hangs", "cuts"):
                    self.close_connection = True
                    return
                if isinstance(mood, int):
                    status, reply = mood, b"{}"
                elif mood in ("well", "loses"):
                    right = provider.is_right(self.path, self.headers)
                    with provider.lock:
                        status, said = provider.reply(self.path, body) if right else (401, {})
                    reply = json.dumps(said).encode()
                if mood == "loses":
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def mood_for(self, request):
        found = [mood for start, mood in list(self.moods.items()) if request.startswith(start)]
        return found[0] if found else self.mood

    @property
    def settings(self):
        return {"KOFA_PAYMENTS_PAYSTACK_URL": self.url, "KOFA_PAYMENTS_PAYSTACK_SECRET_KEY": KEY}

    path = "/hooks/payments/paystack"

    def is_right(self, path, headers):
        """Whether a request has the key that it needs."""
        return headers["authorization"] == f"Bearer {KEY}"

    def reply(self, path, body):
        """Status and JSON, in the shapes of Paystack's documentation."""
        if path == "/transaction/initialize":
            reference = body["reference"]
            if reference in self.payments:
                return 400, {"status": False, "message": "Duplicate Transaction Reference"}
            self.payments[reference] = {"amount": body["amount"], "currency": body["currency"],
                                        "status": "abandoned", "email": body["email"],
                                        "id": 4099260516 + len(self.payments),
                                        "channels": body.get("channels")}
            code = secrets.token_hex(8)
            return 200, {"status": True, "message": "Authorization URL created", "data": {
                "authorization_url": f"{self.url}/pay/{code}", "access_code": code,
                "reference": reference}}
        if path == "/refund":
            return self.refund(body)
        if path.startswith("/refund?"):
            query = parse_qs(urlsplit(path).query)
            found = [self.shown(one) for one in self.refunds.values()
                     if str(one["transaction"]) == query["transaction"][0]]
            return 200, {"status": True, "message": "Refunds retrieved", "data": found,
                         "meta": {"total": len(found), "skipped": 0, "perPage": 100, "page": 1,
                                  "pageCount": 1}}
        reference = path.removeprefix("/transaction/verify/")
        if reference not in self.payments:
            return 400, {"status": False, "message": "Transaction reference not found.",
                         "meta": {"nextStep": "Ensure that you're passing the reference"},
                         "type": "validation_error", "code": "transaction_not_found"}
        return 200, {"status": True, "message": "Verification successful",
                     "data": self.transaction(reference)}

    def refund(self, body):
        """Takes a refund, which is sent later; never more than was paid."""
        payment = self.payments.get(body["transaction"])
        if not payment or payment["status"] != "success":
            return 400, {"status": False, "message": "Transaction could not be found"}
        before = [one["amount"] for one in self.refunds.values()
                  if one["transaction"] == payment["id"] and one["status"] != "failed"]
        if sum(before) + body["amount"] > payment["amount"]:
            return 400, {"status": False, "message": "Refund amount cannot be more than what is "
                         "left of the transaction"}
        number = 3000 + len(self.refunds)
        self.refunds[number] = {"id": number, "transaction": payment["id"],
                                "reference": body["transaction"], "amount": body["amount"],
                                "note": body["merchant_note"], "status": "pending"}
        said = self.shown(self.refunds[number])
        said["transaction"] = self.transaction(body["transaction"])
        return 200, {"status": True, "message": "Refund has been queued for processing",
                     "data": said}

    def shown(self, refund):
        at = datetime.now(timezone.utc).isoformat()
        return {"integration": 412829, "transaction": refund["transaction"], "dispute": None,
                "settlement": None, "id": refund["id"], "domain": "test", "currency": "NGN",
                "amount": refund["amount"], "status": refund["status"], "refunded_at": None,
                "refunded_by": "ada@example.ng", "customer_note": "Refund for transaction",
                "merchant_note": refund["note"], "deducted_amount": refund["amount"],
                "fully_deducted": True, "created_at": at}

    def send_refunds(self, status="processed"):
        """What is pending goes out, or does not."""
        with self.lock:
            for refund in self.refunds.values():
                if refund["status"] == "pending":
                    refund["status"] = status

    def sums_refunded(self):
        """What went back, by the payment's reference."""
        sums = {}
        for refund in self.refunds.values():
            if refund["status"] != "failed":
                sums[refund["reference"]] = sums.get(refund["reference"], 0) + refund["amount"]
        return sums

    def transaction(self, reference):
        payment = self.payments[reference]
        at = datetime.now(timezone.utc).isoformat()
        return {
            "id": payment.get("id", 4099260516), "domain": "test", "status": payment["status"],
            "reference": reference, "receipt_number": None, "amount": payment["amount"],
            "message": None, "gateway_response": "Successful", "channel": "card",
            "paid_at": at, "created_at": at, "currency": payment["currency"],
            "ip_address": "197.210.54.33", "metadata": "", "log": None, "fees": 10283,
            "fees_split": None, "authorization": {}, "split": {}, "order_id": None,
            "requested_amount": payment["amount"],
            "customer": {"id": 181873746, "first_name": None, "last_name": None,
                         "email": payment["email"], "customer_code": "CUS_1rkzaqsv4rrhqo6",
                         "phone": None, "metadata": None, "risk_action": "default"},
        }

    def pay(self, reference, **changes):
        """The payer paid, or something else happened."""
        self.payments[reference] |= {"status": "success"} | changes

    def notification(self, reference, event="charge.success"):
        """Headers and body, as it sends them."""
        data = self.transaction(reference)
        body = json.dumps({"event": event, "data": data}).encode()
        mac = hmac.new(KEY.encode(), body, hashlib.sha512).hexdigest()
        return {"x-paystack-signature": mac, "content-type": "application/json"}, body

    def notify(self, server, sent):
        headers, body = sent
        return httpx.post(server.url + self.path, headers=headers, content=body, timeout=30)


class HmacProvider(Paystack):
    """The same by the contract of docs/payments.md."""

    path = "/hooks/payments/hmac"
    words = {"abandoned": "open", "success": "paid", "failed": "failed", "reversed": "reversed"}

    @property
    def settings(self):
        return {"KOFA_PAYMENTS_HMAC_URL": self.url, "KOFA_PAYMENTS_HMAC_KEY": KEY,
                "KOFA_PAYMENTS_HMAC_SECRET": HMAC_SECRET}

    def reply(self, path, body):
        if path == "/payments":
            self.payments[body["reference"]] = {
                "amount": body["amountKobo"], "currency": body["currency"], "status": "abandoned"}
            return 201, {"paymentUrl": f"{self.url}/pay/{body['reference']}"}
        if path.endswith("/refunds"):
            payment, name = self.payments[path.split("/")[2]], body["refundReference"]
            if name not in self.refunds:
                left = payment["amount"] - payment.get("refunded", 0)
                if payment["status"] != "success" or body["amountKobo"] > left:
                    return 409, {}
                payment["refunded"] = payment.get("refunded", 0) + body["amountKobo"]
                self.refunds[name] = {"amount": body["amountKobo"], "status": "pending",
                                      "reference": path.split("/")[2]}
        if path.startswith("/refunds/") or path.endswith("/refunds"):
            name = body["refundReference"] if body else path.removeprefix("/refunds/")
            if name not in self.refunds:
                return 404, {}
            refund = self.refunds[name]
            status = {"processed": "paid"}.get(refund["status"], refund["status"])
            return 200, {"refundReference": name, "status": status,
                         "amountKobo": refund["amount"], "currency": "NGN"}
        reference = path.removeprefix("/payments/")
        if reference not in self.payments:
            return 404, {}
        payment = self.payments[reference]
        return 200, {"reference": reference, "status": self.words[payment["status"]],
                     "amountKobo": payment["amount"], "currency": payment["currency"]}

    def notification(self, reference, event="payment.paid"):
        body = json.dumps({"type": event, "data": {"reference": reference}})
        now, name = datetime.now(timezone.utc), f"msg_{secrets.token_hex(8)}"
        headers = {"webhook-id": name, "webhook-timestamp": str(int(now.timestamp())),
                   "webhook-signature": Webhook(HMAC_SECRET).sign(name, now, body)}
        return headers, body.encode()
