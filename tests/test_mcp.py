"""`kofa mcp`, asked by the protocol's own Python client."""

import asyncio
import json
import os
import subprocess
from concurrent.futures import ThreadPoolExecutor

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from kofa import BINARY


def environment(server, **more):
    return {"PATH": os.environ["PATH"], "KOFA_URL": server.url, **more}


def in_session(server, ask, *arguments):
    """What `ask` gives, in a session with a server of its own."""

    async def run():
        parameters = StdioServerParameters(
            command=str(BINARY), args=["mcp", *arguments],
            env=environment(server, KOFA_API_KEY=server.ready["apiKey"]),
        )
        async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
            await session.initialize()
            return await ask(session)

    # On a thread of its own: a browser of other tests may have left a loop on this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(run(), 60))).result()


def text(result):
    return json.loads(result.content[0].text)


def test_tools_read_and_change_nothing_by_default(sqlite_server):
    async def ask(session):
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert {"getCompanyByRc", "listOffers", "getAccountWallet"} <= tools.keys()
        assert "subscribe" not in tools and "deleteCompanyWatch" not in tools
        assert all(tool.annotations.read_only_hint for tool in tools.values())
        assert "kobo" in tools["getCompanyByRc"].description
        found = await session.call_tool("getCompanyByRc", {"rcNumber": "0000010"})
        assert not found.is_error
        assert text(found)["data"]["companyName"] == "Sandbox Kingfisher Foods Limited"
        missing = await session.call_tool("getCompanyByRc", {"rcNumber": "0000011"})
        assert missing.is_error and text(missing)["errors"][0]["code"] == "company_not_found"

    in_session(sqlite_server, ask)


def test_writes_are_offered_when_they_are_asked_for(sqlite_server):
    async def ask(session):
        tools = {tool.name for tool in (await session.list_tools()).tools}
        assert {"subscribe", "createCompanyWatch"} <= tools
        body = {"companies": [{"rcNumber": "RC-1885308"}]}
        made = await session.call_tool("createCompanyBatch", {"body": body})
        assert not made.is_error, text(made)

    in_session(sqlite_server, ask, "--allow-writes")


@pytest.mark.parametrize(("line", "code"), [
    ("nonsense", -32700),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/fly"}', -32601),
    ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"fly"}}', -32602),
])
def test_what_is_no_request_is_refused(sqlite_server, line, code):
    asked = f'{line}\n{{"jsonrpc":"2.0","method":"notifications/initialized"}}\n'
    done = subprocess.run(
        [BINARY, "mcp"], input=asked, capture_output=True, text=True, timeout=60, check=True,
        env=environment(sqlite_server, KOFA_API_KEY=sqlite_server.ready["apiKey"]),
    )
    answers = [json.loads(one) for one in done.stdout.splitlines()]
    assert [one["error"]["code"] for one in answers] == [code]


def test_without_a_key_or_a_server_it_says_so(sqlite_server):
    def run(**variables):
        return subprocess.run(
            [BINARY, "mcp"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            env=environment(sqlite_server, **variables),
        )

    keyless = run()
    assert keyless.returncode != 0 and "KOFA_API_KEY" in keyless.stderr
    nowhere = run(KOFA_API_KEY="kofa_test_x", KOFA_URL="http://127.0.0.1:9")
    assert nowhere.returncode == 1 and "description of the API" in nowhere.stderr
    assert "kofa_test_x" not in nowhere.stderr
