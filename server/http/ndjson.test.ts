import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ndjsonStream } from './ndjson.ts'

/** Values that know how many of them were taken, and whether they were released. */
function counted(size: number) {
  const state = { taken: 0, ended: false }
  function* values() {
    try {
      for (let n = 0; n < size; n += 1) {
        state.taken += 1
        yield { n, text: 'é'.repeat(100) }
      }
    } finally {
      state.ended = true
    }
  }
  return { state, values: values() }
}

test('every value is a line of JSON, in order', async () => {
  const { values } = counted(5_000)

  const text = await new Response(ndjsonStream(values)).text()

  expect(text.endsWith('\n')).toBe(true)
  const lines = text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).n)).toEqual([...Array(5_000).keys()])
  expect(JSON.parse(lines[0] ?? '')).toEqual({ n: 0, text: 'é'.repeat(100) })
})

test('without values, the text is empty', async () => {
  expect(await new Response(ndjsonStream([])).text()).toBe('')
})

test('no more is taken than is read', async () => {
  const { state, values } = counted(100_000)
  const reader = ndjsonStream(values).getReader()
  await nextTurn()
  expect(state.taken).toBe(0)

  await reader.read()
  await nextTurn()
  const first = state.taken
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(2_000)

  await nextTurn()
  expect(state.taken).toBe(first)
  await reader.cancel()
})

test('a reader that goes away ends the iteration', async () => {
  const { state, values } = counted(100_000)
  const reader = ndjsonStream(values).getReader()
  await reader.read()

  await reader.cancel()

  expect(state.ended).toBe(true)
  expect(state.taken).toBeLessThan(4_000)
})

test('others have their turn between two pieces, however fast the reader is', async () => {
  let turns = 0
  let reading = true
  const count = () => {
    turns += 1
    if (reading) setImmediate(count)
  }
  setImmediate(count)
  let pieces = 0

  for await (const piece of ndjsonStream(counted(20_000).values)) {
    expect(piece.byteLength).toBeLessThan(200_000)
    pieces += 1
  }
  reading = false

  expect(pieces).toBeGreaterThan(20)
  expect(turns).toBeGreaterThanOrEqual(pieces - 1)
})
