import { InviteEncoder, SignerAgent, SimpleSigner } from '@cmdcode/nostr-connect'
import { generateSecretKey } from 'nostr-tools/pure'
import { serve } from './harness.mjs'

let secretKey = Buffer.from(generateSecretKey()).toString('hex')
let agent
let relays
/** The key that answered the invitation. The agent itself would write to the user's key. */
let remote
let waiting

async function open() {
  agent = new SignerAgent(new SimpleSigner(secretKey))
  await agent.connect(relays)
}

async function request(method, params) {
  const answer = await agent.socket.request({ method, params }, remote)
  if (answer.type === 'reject') throw new Error(answer.error)
  return answer.result
}

serve({
  invite: async (given) => {
    relays = given
    await open()
    const token = agent.invite.create({ relays, profile: { name: 'nostr-connect' } })
    agent.socket.on('response', ({ result, env }) => {
      if (result === token.secret) remote = env.pubkey
    })
    waiting = agent.invite.listen(token)
    return InviteEncoder.encode(token)
  },
  invited: async () => {
    await waiting
  },
  getPublicKey: () => request('get_public_key', []),
  sign: async (event) => JSON.parse(await request('sign_event', [JSON.stringify(event)])),
  nip04Encrypt: (pubkey, text) => request('nip04_encrypt', [pubkey, text]),
  nip04Decrypt: (pubkey, text) => request('nip04_decrypt', [pubkey, text]),
  nip44Encrypt: (pubkey, text) => request('nip44_encrypt', [pubkey, text]),
  nip44Decrypt: (pubkey, text) => request('nip44_decrypt', [pubkey, text]),
  ping: async () => {
    if (!(await agent.socket.ping(remote))) throw new Error('no pong')
  },
  save: async () => ({ secretKey, relays, remote }),
  restore: async (session) => {
    ;({ secretKey, relays, remote } = session)
    await open()
  },
  request,
})
