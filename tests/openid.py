"""An OpenID provider whose tokens a test can spoil. It checks what a good one checks: the client's
secret, the redirect address, PKCE, and that a code is used once."""

import base64
import hashlib
import hmac
import json
import secrets
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

ALGORITHMS = ["RS256", "ES256", "RS384"]


def part(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class Provider:
    """Answers on a thread of its own until `close`."""

    def __init__(self, client_id="kofa", client_secret="hunter 22&"):
        self.client = (client_id, client_secret)
        self.key = RSAKey.generate_key(2048, {"kid": "first", "use": "sig"})
        self.codes, self.asked, self.metadata, self.users = {}, [], {}, {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def answer(self, status, body):
                text = json.dumps(body).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def do_GET(self):
                provider.asked.append(self.path)
                self.answer(*provider.get(self.path, self.headers.get("Authorization", "")))

            def do_POST(self):
                provider.asked.append(self.path)
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                form = {name: values[0] for name, values in parse_qs(body).items()}
                self.answer(*provider.exchange(form, self.headers.get("Authorization", "")))

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def get(self, path, authorization):
        if path == "/.well-known/openid-configuration":
            return 200, {
                "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize?a=b",
                "token_endpoint": f"{self.issuer}/token", "jwks_uri": f"{self.issuer}/keys",
                "userinfo_endpoint": f"{self.issuer}/user",
            } | self.metadata
        if path == "/keys":
            return 200, {"keys": [self.key.as_dict(private=False)]}
        if path == "/user":
            return 200, self.users[authorization.removeprefix("Bearer ")]
        return 404, {}

    def exchange(self, form, authorization):
        pair = base64.b64decode(authorization.removeprefix("Basic ")).decode()
        if tuple(map(unquote_plus, pair.split(":"))) != self.client:
            return 401, {"error": "invalid_client"}
        code = self.codes.pop(form["code"], None)
        if code is None or form["redirect_uri"] != code["redirect_uri"]:
            return 400, {"error": "invalid_grant"}
        if part(hashlib.sha256(form["code_verifier"].encode()).digest()) != code["challenge"]:
            return 400, {"error": "invalid_grant"}
        access = secrets.token_hex(8)
        self.users[access] = code["user"]
        return 200, {"access_token": access, "token_type": "Bearer", "id_token": code["token"]}

    def token(self, asked, claims, sign=None):
        now = int(time.time())
        whole = {
            "iss": self.issuer, "aud": asked["client_id"], "sub": "u-1", "nonce": asked["nonce"],
            "iat": now, "exp": now + 300, "auth_time": now, "email_verified": True,
        } | claims
        whole = {name: value for name, value in whole.items() if value is not None}
        if sign:
            return sign(whole)
        algorithm = "RS256" if isinstance(self.key, RSAKey) else "ES256"
        header = {"alg": algorithm, "kid": self.key.kid}
        return jwt.encode(header, whole, self.key, algorithms=ALGORITHMS)

    def agree(self, url, claims, sign=None, user=None):
        """What a person does at the authorization endpoint: the address they are led back to."""
        assert url.startswith(f"{self.issuer}/authorize?a=b&"), url
        asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
        assert asked["response_type"] == "code" and asked["client_id"] == self.client[0]
        assert "openid" in asked["scope"].split() and asked["code_challenge_method"] == "S256"
        code = secrets.token_hex(16)
        self.codes[code] = {
            "redirect_uri": asked["redirect_uri"], "challenge": asked["code_challenge"],
            "token": self.token(asked, claims, sign), "user": user or {},
        }
        back = urlencode({"code": code, "state": asked["state"]})
        return f"{asked['redirect_uri']}?{back}"

    # Ways to sign what must not be taken.

    def unsigned(self, claims):
        header = part(json.dumps({"alg": "none", "kid": self.key.kid}).encode())
        return f"{header}.{part(json.dumps(claims).encode())}."

    def with_public_key(self, claims):
        """HS256, with what everybody can read as the secret."""
        header = part(json.dumps({"alg": "HS256", "kid": self.key.kid}).encode())
        signed = f"{header}.{part(json.dumps(claims).encode())}"
        digest = hmac.digest(self.key.as_pem(private=False), signed.encode(), "sha256")
        return f"{signed}.{part(digest)}"

    def with_other_key(self, claims):
        key = RSAKey.generate_key(2048, {"kid": self.key.kid})
        header = {"alg": "RS256", "kid": self.key.kid}
        return jwt.encode(header, claims, key, algorithms=ALGORITHMS)

    def with_other_algorithm(self, claims):
        header = {"alg": "RS384", "kid": self.key.kid}
        return jwt.encode(header, claims, self.key, algorithms=ALGORITHMS)

    def rotate(self, curve=False):
        made = {"kid": secrets.token_hex(4), "use": "sig"}
        self.key = ECKey.generate_key("P-256", made) if curve else RSAKey.generate_key(2048, made)
