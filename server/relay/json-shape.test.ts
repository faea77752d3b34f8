import { describe, expect, test } from 'vitest'
import { threadTime } from '../../tests/support/holds.ts'
import { isWithin } from './json-shape.ts'

const within = (text: string, max: Partial<Parameters<typeof isWithin>[1]>) =>
  isWithin(Buffer.from(text), { depth: 100, tokens: 1_000, loose: 10_000, ...max })

describe('the shape of JSON is known before it is parsed:', () => {
  test.each([
    ['arrays', '[[[]]]', 3],
    ['objects', '{"a":{"b":{}}}', 3],
    ['both in turn', '[{"a":[1]},{"b":[2]}]', 3],
    ['one after the other', '[[],[],[]]', 2],
    ['brackets in strings', '["[[[[{{{{"]', 1],
    ['brackets after an escaped quote', '["\\"[[[["]', 1],
    ['brackets after an escaped backslash', '["\\\\",[["x"]]]', 3],
  ])('the depth of %s', (_, text, depth) => {
    JSON.parse(text)
    expect(within(text, { depth })).toBe(true)
    expect(within(text, { depth: depth - 1 })).toBe(false)
  })

  test.each([
    ['values', '[1,2,3]', 4],
    ['names', '{"a":1,"b":2}', 5],
    ['escaped quotes, each of which is a step', '["a\\"b\\"c"]', 4],
    ['commas and colons in strings', '[",,::"]', 2],
  ])('the parts of it, with %s', (_, text, tokens) => {
    JSON.parse(text)
    expect(within(text, { tokens })).toBe(true)
    expect(within(text, { tokens: tokens - 1 })).toBe(false)
  })

  test('what is outside strings', () => {
    expect(within('[  12]', { loose: 6 })).toBe(true)
    expect(within('[  12]', { loose: 5 })).toBe(false)
    expect(within(`["${'x'.repeat(1_000)}"]`, { loose: 2 })).toBe(true)
  })

  test.each([
    ['a string without an end', `["${'x'.repeat(250_000)}`],
    ['a string that ends in a backslash', `["${'x'.repeat(250_000)}\\`],
    ['backslashes', `["${'\\'.repeat(250_000)}"]`],
    ['escaped quotes', `["${'\\"'.repeat(125_000)}"]`],
    ['backslashes, each with a quote', `["${'\\\\\\"'.repeat(60_000)}"]`],
    ['space', ' '.repeat(250_000)],
    ['digits', '1'.repeat(250_000)],
    ['nothing', ''],
  ])('quickly, of %s', (_, text) => {
    const bytes = Buffer.from(text)
    const startedAt = threadTime()
    for (let n = 0; n < 100; n += 1) isWithin(bytes, { depth: 8, tokens: 2_048, loose: 16_384 })
    expect((threadTime() - startedAt) / 100).toBeLessThan(10)
  })
})
