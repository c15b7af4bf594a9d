"""A payment provider that speaks as Paystack does, or as docs/payments.md asks, and misbehaves."""

import hashlib
import hmac
import json
import secrets
import threading
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
from standardwebhooks import Webhook

KEY = "sk_test_" + "5" * 40
HMAC_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


class Paystack:
    """Knows payments by their reference. `mood` says how it answers: `well`, `hangs`, `cuts`,
    a status, or the bytes of a body."""

    def __init__(self, port=0):
        self.payments, self.asked, self.mood = {}, [], "well"
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
                status, reply = 200, provider.mood
                if provider.mood == "hangs":
                    time.sleep(30)
                if provider.mood in ("hangs", "cuts"):
                    self.close_connection = True
                    return
                if isinstance(provider.mood, int):
                    status, reply = provider.mood, b"{}"
                elif provider.mood == "well":
                    right = provider.is_right(self.path, self.headers)
                    status, said = provider.reply(self.path, body) if right else (401, {})
                    reply = json.dumps(said).encode()
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
                                        "status": "abandoned", "email": body["email"]}
            code = secrets.token_hex(8)
            return 200, {"status": True, "message": "Authorization URL created", "data": {
                "authorization_url": f"{self.url}/pay/{code}", "access_code": code,
                "reference": reference}}
        reference = path.removeprefix("/transaction/verify/")
        if reference not in self.payments:
            return 400, {"status": False, "message": "Transaction reference not found.",
                         "meta": {"nextStep": "Ensure that you're passing the reference"},
                         "type": "validation_error", "code": "transaction_not_found"}
        return 200, {"status": True, "message": "Verification successful",
                     "data": self.transaction(reference)}

    def transaction(self, reference):
        payment = self.payments[reference]
        at = datetime.now(timezone.utc).isoformat()
        return {
            "id": 4099260516, "domain": "test", "status": payment["status"],
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
