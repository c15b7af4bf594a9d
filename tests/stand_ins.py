"""What a live Kofa is connected to, played on this machine: a payment provider that speaks as
Paystack does, a mail server, and a tenant's server for webhooks. docs/live-tour.md uses it.

    python3 tests/stand_ins.py FOLDER HTTP://ADDRESS-OF-KOFA

writes FOLDER/stand-ins.env with the settings that connect them; then FOLDER/mails.txt and
FOLDER/webhooks.jsonl have what came."""

import json
import socket
import sys
import threading
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
from aiosmtpd.controller import Controller

from payments import KEY, Paystack


class PayingPage(Paystack):
    """Whoever opens the page of a payment has paid it, and Kofa is told."""

    def __init__(self, kofa):
        super().__init__()
        self.kofa, self.codes = kofa, {}

    def reply(self, path, body):
        if path.startswith("/pay/"):
            reference = self.codes[path]
            self.pay(reference)
            headers, body = self.notification(reference)
            told = httpx.post(self.kofa + self.path, headers=headers, content=body, timeout=30)
            return 200, {"paid": reference, "notification": told.status_code}
        status, said = super().reply(path, body)
        if path == "/transaction/initialize" and status == 200:
            page = said["data"]["authorization_url"].removeprefix(self.url)
            self.codes[page] = said["data"]["reference"]
        return status, said

    def is_right(self, path, headers):
        return path.startswith("/pay/") or super().is_right(path, headers)


class People(Paystack):
    """Knows people and accounts by their number, as docs/identity.md asks: `records` has what it
    answers. Moods as of the payment provider."""

    path = None

    def __init__(self):
        super().__init__()
        self.records = {}

    @property
    def settings(self):
        return {"KOFA_IDENTITY_ENQUIRY_URL": self.url, "KOFA_IDENTITY_ENQUIRY_KEY": KEY}

    def reply(self, path, body):
        number = {"/bvn": "bvn", "/nin": "nin", "/account": "accountNumber"}.get(path)
        record = number and self.records.get(body[number])
        return (200, record) if record else (404, {"code": "not_found"})


class Mailbox:
    def __init__(self, file):
        self.file = file
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        Controller(self, hostname="127.0.0.1", port=self.port).start()

    async def handle_DATA(self, server, session, envelope):
        mail = message_from_bytes(envelope.content, policy=policy.default)
        text = mail.get_body(("plain",)).get_content()
        with self.file.open("a") as file:
            file.write(f"To: {mail['To']}\nSubject: {mail['Subject']}\n\n{text}\n\n")
        return "250 taken"


def receiver(file):
    """The address of a server that writes down what webhooks bring."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            signed = {name.lower(): value for name, value in self.headers.items()
                      if name.lower().startswith("webhook-")}
            with file.open("a") as lines:
                lines.write(json.dumps({"headers": signed, "body": body}) + "\n")
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/hook"


def main(folder, kofa):
    provider = PayingPage(kofa)
    mailbox = Mailbox(folder / "mails.txt")
    settings = provider.settings | {
        "KOFA_SMTP_URL": f"smtp://127.0.0.1:{mailbox.port}",
        "KOFA_MAIL_FROM": "Kofa <no-reply@example.ng>",
        "WEBHOOK_URL": receiver(folder / "webhooks.jsonl"),
    }
    lines = [f"export {name}='{value}'\n" for name, value in settings.items()]
    part = folder / "stand-ins.env.part"
    part.write_text("".join(lines))
    part.rename(folder / "stand-ins.env")
    threading.Event().wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2].rstrip("/"))
