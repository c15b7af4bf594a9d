"""What the runners of the suite that call methods by name need to know of them."""

import json


def files(api):
    operations = {
        one.id: {
            "group": one.group,
            "params": [it.wire for it in one.params],
            "body": one.body and one.body.name,
            "answer": one.answer and one.answer.name,
            "iterator": one.pages and one.pages.name,
            "item": one.pages and one.pages.item.name,
        }
        for one in api.operations
    }
    for one in api.waiters:
        operations[one.name] = operations[one.operation.id] | {"body": None, "params": []}
    return {"suite/operations.json": json.dumps(operations, indent=1) + "\n"}
