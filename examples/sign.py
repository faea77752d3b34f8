"""Signs a note as the owner's nostr identity, and prints the signed event.

python3 sign.py 'the text'
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request

text = sys.argv[1] if len(sys.argv) > 1 else "Signed by several devices"
event = {"kind": 1, "created_at": int(time.time()), "tags": [], "content": text}
request = urllib.request.Request(
    os.environ["FLOE_URL"] + "/api/sign",
    data=json.dumps({"event": event}).encode(),
    headers={
        "X-API-Key": os.environ["FLOE_API_KEY"],
        "Content-Type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request) as response:
        print(json.dumps(json.load(response)["signedEvent"]))
except urllib.error.HTTPError as refusal:
    answer = json.load(refusal)
    sys.exit(f"{refusal.code} {answer.get('code', '')}: {answer['error']}")
