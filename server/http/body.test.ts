import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { http } from '../contract/messages.ts'
import { readBody } from './body.ts'

const CANARY = 'canary-9f3a'

/** What a route that wants {name, list?} makes of a body. */
async function send(body: string | Uint8Array<ArrayBuffer>, misfit?: string) {
  const schema = z.object({ name: z.string(), list: z.array(z.number()).optional() })
  const app = new Hono()
    .post('/', async (request) => request.json(await readBody(request, schema, misfit)))
    .onError((error, request) =>
      error instanceof HTTPException
        ? request.json({ error: error.message }, error.status)
        : request.json({ error: 'not an HTTPException' }, 500),
    )
  const answer = await app.request('/', { method: 'POST', body })
  return { status: answer.status, text: await answer.text() }
}

const refused = (error: string) => ({ status: 400, text: JSON.stringify({ error }) })

test('A body that fits is handed on, without the fields that nobody knows', async () => {
  expect(await send('{"name":"n","list":[1],"other":true}')).toEqual({
    status: 200,
    text: '{"name":"n","list":[1]}',
  })
})

test('A body that is not JSON is refused', async () => {
  for (const body of ['', ' ', '{', `{"name":"${CANARY}"`, CANARY, Uint8Array.of(0xff, 0xfe)]) {
    expect(await send(body)).toEqual(refused(http.bodyNotJson))
  }
})

test('A body that is JSON and no object is refused', async () => {
  for (const body of ['null', '1', `"${CANARY}"`, '[]', `[{"name":"${CANARY}"}]`, 'true']) {
    expect(await send(body)).toEqual(refused(http.bodyNotObject))
  }
})

test('A field that is missing or of a wrong type is named, and its value is not', async () => {
  const wrong = [
    ['{}', 'name'],
    [`{"name":["${CANARY}"]}`, 'name'],
    [`{"name":"n","list":[1,"${CANARY}"]}`, 'list.1'],
    [`{"name":"n","list":"${CANARY}"}`, 'list'],
  ] as const
  for (const [body, field] of wrong) {
    const { status, text } = await send(body)
    expect(status).toBe(400)
    expect(JSON.parse(text).error).toMatch(new RegExp(`^${field}: \\w`))
    expect(text).not.toContain(CANARY)
  }
})

test('A route may say in its own words what does not fit', async () => {
  expect(await send(`{"name":["${CANARY}"]}`, 'Name, please')).toEqual(refused('Name, please'))
  expect(await send('{', 'Name, please')).toEqual(refused(http.bodyNotJson))
})
