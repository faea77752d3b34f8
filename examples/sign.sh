#!/bin/sh
# Signs a note as the owner's nostr identity, and prints the answer, with the signed event in it.
#   sh sign.sh 'the text'
set -eu

text=${1:-Signed by several devices}
created_at=$(date +%s)
# Quotes and backslashes in the text would need escaping in JSON: use sign.mjs or sign.py for any text.
curl -sS --fail-with-body "$FLOE_URL/api/sign" \
  -H "X-API-Key: $FLOE_API_KEY" -H 'Content-Type: application/json' \
  -d "{\"event\":{\"kind\":1,\"created_at\":$created_at,\"tags\":[],\"content\":\"$text\"}}"
echo
