// Encrypts a text for somebody as the owner's identity (NIP-44), and decrypts it again.
//   node encrypt.mjs <public key, 64 hex characters> 'the text'

const { FLOE_URL, FLOE_API_KEY } = process.env
const [, , recipient, text = 'Only you and I can read this'] = process.argv

async function call(path, body) {
  const response = await fetch(`${FLOE_URL}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': FLOE_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${answer.code ?? ''}: ${answer.error}`)
  return answer.result
}

const encrypted = await call('/api/nip44/encrypt', { peer_pubkey: recipient, content: text })
console.log(encrypted)
// The secret that encrypts is the same on both sides, so the sender can read it too.
console.log(await call('/api/nip44/decrypt', { peer_pubkey: recipient, content: encrypted }))
