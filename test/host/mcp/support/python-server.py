"""A whole MCP server in Python's standard library: says hello, counts, and names its version."""

import json
import sys
import time

TOOLS = [
    {"name": "greet", "description": "Greets somebody", "inputSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
    {"name": "count", "description": "Counts, with progress", "inputSchema": {
        "type": "object", "properties": {"to": {"type": "integer"}}}},
]


def send(**message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def call(params):
    given = params.get("arguments", {})
    if params["name"] == "greet":
        return f"Hello, {given['name']}! Python {sys.version_info.major}"
    token = params.get("_meta", {}).get("progressToken")
    for step in range(given["to"]):
        if token is not None:
            send(method="notifications/progress", params={
                "progressToken": token, "progress": step + 1, "total": given["to"]})
        time.sleep(0.01)
    return str(given["to"])


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    params = message.get("params", {})
    if message["method"] == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "python", "version": "1.0.0"}}
    elif message["method"] == "tools/list":
        result = {"tools": TOOLS}
    elif message["method"] == "tools/call":
        result = {"content": [{"type": "text", "text": call(params)}]}
    else:
        send(id=message["id"], error={"code": -32601, "message": "unknown"})
        continue
    send(id=message["id"], result=result)
