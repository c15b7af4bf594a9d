"""Leads some of the generated calls to things that exist, so that answers of success are met.

A random vendor id is never the caller's own and a random file is never a bill, so without help
only refusals would be compared with the description. Of the calls that are valid by the schema,
every second is given ids and documents of the running server; the others stay random.
"""

import base64
import json
import os

import schemathesis

from kofa import bill

KNOWN = json.loads(os.environ["KOFA_KNOWN"])
BILL = base64.b64encode(bill()).decode()
ANSWERS = os.environ["KOFA_ANSWERS"]
turn = 0


@schemathesis.serializer("text/csv", "application/x-ndjson")
def serialize_file(context, value):
    """Files are sent as they are."""
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else json.dumps(value)).encode()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Puts known values into every second call that the schema allows."""
    global turn
    if case.meta is None or case.meta.generation.mode.value != "positive":
        return
    turn += 1
    if turn % 2:
        return
    operation = case.operation.definition.raw.get("operationId")
    if "tenantId" in (case.path_parameters or {}):
        case.path_parameters["tenantId"] = KNOWN["tenantId"]
    if "operationId" in (case.path_parameters or {}):
        case.path_parameters["operationId"] = "listBrokers"
    if operation == "getInvite":
        case.path_parameters["token"] = KNOWN["inviteToRead"]
    if operation == "acceptInvite":
        case.path_parameters["token"] = KNOWN["inviteToAccept"]
    if operation == "getQuote":
        case.query["operationId"] = "listOffers"
    if operation == "getCompanyByRc":
        case.query["rcNumber"] = "1885308"
    if operation == "getRightsEligibility":
        case.query.update(offer="OFR-ZUMA", chn="C0000000010")
    if operation == "importSettlements" and case.query.get("environment") in ("sandbox", "live"):
        case.body = f"reference,transactionReference,amount,paidAt\nS{turn},KFT-1,10,2026-01-02\n"
    if not isinstance(case.body, dict):
        return
    if operation == "enterSettlement":
        case.body["paidAt"] = "2026-01-02"
    if operation == "acceptInvite" and isinstance(case.body.get("password"), str):
        case.body["password"] = "a long walk to Lokoja"
    if operation == "inviteMember" and isinstance(case.body.get("email"), str):
        case.body["email"] = f"member-{turn}@example.ng"
    if operation == "subscribe":
        # A person of each turn's own: one may apply once.
        mine = dict(KNOWN["subscription"], bvn=f"224{turn:08}", nin=f"816{turn:08}")
        case.body.clear()
        case.body.update(mine)
    if operation == "extractAddressBase64":
        for name in ["base64_content", "document_base64"]:
            if isinstance(case.body.get(name), str):
                case.body[name] = BILL


@schemathesis.hook
def after_call(context, case, response):
    """Writes down what was answered, for the count at the end."""
    operation = case.operation.definition.raw.get("operationId")
    with open(ANSWERS, "a", encoding="utf-8") as answers:
        answers.write(f"{operation} {response.status_code}\n")
