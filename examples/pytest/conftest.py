import json, os, urllib.request, uuid
import pytest

class Sandbox:
    def __init__(self):
        self.url, self.name = os.environ["ANIMAL_STORE_URL"], f"test-{uuid.uuid4()}"
        self.key = f"{os.environ['ANIMAL_STORE_API_KEY']}.{self.name}"
    def call(self, method, path, body=None):
        url, headers = os.environ["ANIMAL_STORE_ADMIN_URL"] + path, {"Authorization": f"Bearer {self.key}"}
        request = urllib.request.Request(url, body and json.dumps(body).encode(), headers, method=method)
        try: return json.loads(urllib.request.urlopen(request).read() or "null")
        except urllib.error.HTTPError as error: raise ValueError(error.read().decode()) from None
    def force(self, **rule): self.call("POST", "/rules", rule)
    def requests(self): return self.call("GET", "/requests")["requests"]

@pytest.fixture
def sandbox(request):
    sandbox, failed = Sandbox(), request.session.testsfailed
    yield sandbox
    if request.session.testsfailed == failed:
        sandbox.call("DELETE", f"/sandboxes/{sandbox.name}")
    else:
        for sent in sandbox.requests(): print(sent["method"], sent["path"], sent["query"], sent["status"])
        print(sandbox.url.replace("/v1", f"/#/traffic?sandbox={sandbox.name}"))
