"""Speaks to a language server as an editor does: session.py SERVER FILE."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


class Server:
    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0

    def send(self, method: str, params: Any, is_request: bool) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.number += 1
            message["id"] = self.number
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def read(self) -> Any:
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def ask(self, method: str, params: Any) -> Any:
        """The answer; what the server says on its own is passed over."""
        self.send(method, params, is_request=True)
        while (answer := self.read()).get("id") != self.number:
            pass
        return answer["result"]


def main() -> None:
    program, path = sys.argv[1], Path(sys.argv[2]).resolve()
    text = path.read_text(encoding="utf-8")
    server = Server(program)
    started = server.ask("initialize", {"capabilities": {}, "rootUri": None, "processId": None})
    print("initialized", started["serverInfo"]["name"])
    document = {"uri": path.as_uri(), "languageId": "mlir", "version": 1, "text": text}
    server.send("textDocument/didOpen", {"textDocument": document}, is_request=False)
    # The use of o0 where the loop begins.
    lines = text.split("\n")
    line = next(i for i, content in enumerate(lines) if "iter_args(" in content and "//" not in content)
    place = {"textDocument": {"uri": path.as_uri()}}
    place["position"] = {"line": line, "character": lines[line].index("%o0") + 1}
    hover = server.ask("textDocument/hover", place)
    print("hover on o0:", hover["contents"]["value"].split("\n* ")[1])
    definition = server.ask("textDocument/definition", place)
    print("definition on o0: line", definition[0]["range"]["start"]["line"] + 1)
    server.ask("shutdown", None)
    server.send("exit", None, is_request=False)
    print("exit code", server.process.wait(timeout=30))

    gone = Server(program)
    gone.process.stdin.close()
    print("without shutdown: exit code", gone.process.wait(timeout=30))


if __name__ == "__main__":
    main()
