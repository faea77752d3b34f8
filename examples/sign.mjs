// Signs a note as the owner's nostr identity, and prints the signed event, ready for a relay.
//   node sign.mjs 'the text'

const { FLOE_URL, FLOE_API_KEY } = process.env

const response = await fetch(`${FLOE_URL}/api/sign`, {
  method: 'POST',
  headers: { 'X-API-Key': FLOE_API_KEY, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    event: {
      kind: 1,
      created_at: Math.floor(Date.now() / 1000),
      tags: [],
      content: process.argv[2] ?? 'Signed by several devices',
    },
  }),
})
const answer = await response.json()
if (!response.ok) {
  console.error(`${response.status} ${answer.code ?? ''}: ${answer.error}`)
  process.exit(1)
}
console.log(JSON.stringify(answer.signedEvent))
