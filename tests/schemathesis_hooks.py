"""Leads some of the generated calls to things that exist, so that answers of success are met.

A random vendor id is never the caller's own and a random file is never a bill, so without help
only refusals would be compared with the description. Of the calls that are valid by the schema,
every second is given ids and documents of the running server; the others stay random.
"""

import base64
import json
import os
from collections import Counter

import schemathesis

from kofa import CONSENT_PATHS, DOCUMENT_PATHS, bill, consent_code

KNOWN = json.loads(os.environ["KOFA_KNOWN"])
BILL = base64.b64encode(bill()).decode()
ANSWERS = os.environ["KOFA_ANSWERS"]
# For each step in the life of an offer, one of the sandbox that can take it.
OFFERS = {
    "extendOffer": "OFR-HARMATTAN", "suspendOffer": "OFR-LAGOON", "resumeOffer": "OFR-DESERT",
    "closeOffer": "OFR-ZUMA", "listOfferShares": "OFR-SAVANNA", "cancelOffer": "OFR-KOLA",
    "importHolders": "OFR-ZUMA",
}
HOLDERS = "chn,holderName,sharesHeld,rightsTradedIn,rightsTradedOut\nC765432100,Ada,1000,0,0\n"
PLAN = {
    "name": "Iroko Steel Plc Public Offer", "offerType": "PrimaryOffer",
    "issuerName": "Iroko Steel Plc", "symbol": "IROKO", "isin": "NG0BAOBAB004",
    "sector": "Industrial Goods", "priceKobo": 1250, "minimumShares": 100, "multiple": 50,
    "sharesOnOffer": 1000000, "openAt": "2089-08-03T08:00:00+01:00",
    "closeAt": "2089-08-28T17:00:00+01:00", "registrar": {"name": "Ada Registrars Limited"},
}
turn = 0
seen = Counter()


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
    operation = case.operation.definition.raw.get("operationId")
    seen[operation] += 1
    # The first of each operation is led: some have only one.
    if seen[operation] % 2 == 0:
        return
    if "tenantId" in (case.path_parameters or {}):
        case.path_parameters["tenantId"] = KNOWN["tenantId"]
    if "operationId" in (case.path_parameters or {}):
        case.path_parameters["operationId"] = "listBrokers"
    if operation == "startTopUp":
        case.path_parameters["environment"] = "sandbox"
    if operation == "getInvite":
        case.path_parameters["token"] = KNOWN["inviteToRead"]
    if operation == "acceptInvite":
        case.path_parameters["token"] = KNOWN["inviteToAccept"]
    if operation in ("getExtractionJob", "cancelExtractionJob"):
        case.path_parameters["request_id"] = KNOWN["job"]
    if operation == "sendExtractionFeedback":
        case.path_parameters["request_id"] = KNOWN["reading"]
        case.body = {"correct": True}
    if operation in ("getCompanyBatch", "listCompanyBatchResults", "cancelCompanyBatch"):
        case.path_parameters["batchId"] = KNOWN["batch"]
    if operation == "getAccountRequest":
        case.path_parameters["requestId"] = KNOWN["call"]
    if operation == "searchCompanies":
        case.query.clear()
        case.query["name"] = "ifedapo micro"
    if operation == "getQuote":
        case.query["operationId"] = "listOffers"
    if operation in ("getCompanyByRc", "getCompany", "getLineOfBusiness"):
        case.query["rcNumber"] = "1885308"
    if operation == "validateCompanyName":
        case.query.update(rcNumber="1885308", entityName="Ifedapo Microsystems Ltd")
    if operation == "getRegistryCompany":
        case.path_parameters.update(
            environment="sandbox", entityType="COMPANY", rcNumber="1885308"
        )
    if operation == "listExtractionJobs":
        case.query.update(environment="sandbox", status="succeeded")
        case.query.pop("cursor", None)
    if operation == "getCompanyTin":
        case.query["rcNumber"] = "1885308"
    if operation == "getCompanyByTin":
        case.query["tin"] = "4656854985337"
    if operation in CONSENT_PATHS or operation in DOCUMENT_PATHS:
        case.query["vrcNumber"] = consent_code()
        case.headers.pop("X-VRC-Number", None)
    if operation == "getRightsEligibility":
        case.query.update(offer="OFR-ZUMA", chn="C0000000010")
    if "bankId" in (case.path_parameters or {}):
        case.path_parameters["bankId"] = 1
    if "brokerId" in (case.path_parameters or {}):
        case.path_parameters["brokerId"] = "meristem-stockbrokers"
    if "offerId" in (case.path_parameters or {}):
        case.path_parameters["offerId"] = OFFERS.get(operation, "OFR-BAOBAB")
        case.path_parameters["environment"] = "sandbox"
    if operation == "importHolders":
        case.body = HOLDERS
    if operation == "importOffers" and case.media_type == "application/x-ndjson":
        case.body = json.dumps(PLAN | {"id": f"OFR-IMPORTED-{turn}"})
    if operation == "importSettlements" and case.query.get("environment") in ("sandbox", "live"):
        case.body = f"reference,transactionReference,amount,paidAt\nS{turn},KFT-1,10,2026-01-02\n"
    if operation == "importBankStatement" and case.query.get("environment") in ("sandbox", "live"):
        case.body = f"date,narration,debit,credit,reference\n2026-01-02,levy,1,,S{turn}\n"
    if not isinstance(case.body, dict):
        return
    if operation == "createCompanyBatch":
        case.body["companies"] = [{"rcNumber": str(700_000_000 + turn)}]
    if operation == "createCompanyWatch":
        case.body.update(rcNumber="1885308", entityType="COMPANY")
    if operation == "enterSettlement":
        case.body["paidAt"] = "2026-01-02"
    if operation == "enterBankTransfer":
        case.body.update(paidAt="2026-01-02T10:00:00Z", reference=f"FT-{turn}")
    if operation == "createOffer":
        case.body.clear()
        case.body.update(PLAN, id=f"OFR-MADE-{turn}")
    if operation == "copySandboxOffer":
        case.body.clear()
        case.body.update(copyOf="OFR-BAOBAB")
    if operation == "setWalletAlerts":
        case.body["roles"] = ["owner"]
    if operation == "extendOffer":
        case.body["closeAt"] = "2089-01-31T17:00:00+01:00"
    if operation in ("addBroker", "editBroker", "editBank"):
        case.body = {key: case.body[key] for key in ["id", "name", "active"] if key in case.body}
        if operation == "editBroker":
            case.body.pop("name", None)
    if operation == "acceptInvite" and isinstance(case.body.get("password"), str):
        case.body["password"] = "a long walk to Lokoja"
    if operation == "inviteMember" and isinstance(case.body.get("email"), str):
        case.body["email"] = f"member-{turn}@example.ng"
    if operation == "subscribe":
        # A person of each turn's own: one may apply once.
        mine = dict(KNOWN["subscription"], bvn=f"224{turn:08}", nin=f"816{turn:08}")
        case.body.clear()
        case.body.update(mine)
    if operation in ("extractAddressBase64", "createExtractionJob"):
        for name in ["base64_content", "document_base64"]:
            if isinstance(case.body.get(name), str):
                case.body[name] = BILL
        # What a pattern cannot say of a host, and what may be used once.
        case.body.pop("webhook_url", None)
        case.body.pop("client_reference", None)


@schemathesis.hook
def after_call(context, case, response):
    """Writes down what was answered, for the count at the end."""
    operation = case.operation.definition.raw.get("operationId")
    with open(ANSWERS, "a", encoding="utf-8") as answers:
        answers.write(f"{operation} {response.status_code}\n")
