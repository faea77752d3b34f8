// Changes the owner's profile, which the owner usually has to allow. The call comes back at once with the id of the
// question; the result is there when the owner has answered.
//   node wait-for-question.mjs 'a new name'

import { setTimeout as sleep } from 'node:timers/promises'

const { FLOE_URL, FLOE_API_KEY } = process.env
const headers = { 'X-API-Key': FLOE_API_KEY, 'Content-Type': 'application/json' }

const asked = await fetch(`${FLOE_URL}/api/sign`, {
  method: 'POST',
  headers: { ...headers, Prefer: 'respond-async' },
  body: JSON.stringify({
    event: {
      kind: 0,
      created_at: Math.floor(Date.now() / 1000),
      tags: [],
      content: JSON.stringify({ name: process.argv[2] ?? 'Floe' }),
    },
  }),
})
const first = await asked.json()

// 200: a rule allows it, and it is signed already. 202: a question.
let state = asked.status === 202 ? { ...first, state: 'waiting' } : { state: 'done', result: first }
if (!asked.ok) throw new Error(`${asked.status}: ${first.error}`)
if (state.state === 'waiting') console.error(`Waits for the owner until ${state.runsOutAt}`)
while (state.state === 'waiting') {
  await sleep(1_000)
  state = await (await fetch(`${FLOE_URL}/api/questions/${first.id}`, { headers })).json()
}
if (state.state !== 'done') throw new Error(`${state.code}: ${state.error}`)
console.log(JSON.stringify(state.result.signedEvent))
