"""An OpenAI-compatible endpoint in this process, behind which a model of the tests answers."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Endpoint:
    """While `held` is not set it does not answer; `asked` is set by the first question."""

    def __init__(self):
        self.held, self.asked, self.url = threading.Event(), threading.Event(), ""


@contextmanager
def model_endpoint(model):
    """The endpoint of a model, which is called with a system text, a prompt and the form of the answer."""
    endpoint = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            endpoint.asked.set()
            if not endpoint.held.wait(60):
                return
            system, prompt = (message["content"] for message in asked["messages"])
            answer = json.dumps(model(system, prompt, asked["response_format"]))
            body = json.dumps({"choices": [{"message": {"content": answer}, "finish_reason": "stop"}]}).encode()
            try:
                self.send_response(200)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                return  # whoever asked has ended

        def log_message(self, *_arguments):
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    endpoint.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield endpoint
    finally:
        endpoint.held.set()
        server.shutdown()
        server.server_close()
        thread.join()
