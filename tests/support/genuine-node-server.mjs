// genuine-node.mjs in a container, driven over HTTP: `POST /` with { name, args } calls the node, and the answer
// is the node's. GROUP_CRED, SHARE_CRED and RELAYS (a JSON list) are its credentials and relays. It prints
// `peer <public key>` once it is ready. It imports nothing of ours.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

const PORT = 7780
/** Milliseconds. On a busy machine, late is not wrong. */
const PATIENCE = 60_000

const { GROUP_CRED: group, SHARE_CRED: share, RELAYS: relays = '[]' } = process.env
const node = fork(`${import.meta.dirname}/genuine-node.mjs`)
const waiting = new Map()
let calls = 0

node.on('message', (message) => {
  if (message.ready) console.log(`peer ${message.pubkey}`)
  waiting.get(message.call)?.(message.result)
  waiting.delete(message.call)
})
node.on('exit', (code) => process.exit(code ?? 1))
node.send({ group, share, relays: JSON.parse(relays), patience: PATIENCE })

const server = createServer(async (request, response) => {
  const { name, args } = await json(request)
  calls += 1
  const call = calls
  const result = await new Promise((resolve) => {
    waiting.set(call, resolve)
    node.send({ call, name, args })
  })
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result))
})
server.listen(PORT)

// As the first process of a container it has no default handlers for these.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0))
