import { describe, expect, it, test } from 'vitest'
import { garbageFrames } from '../../relay-fixture/junk.ts'
import { threadTime } from '../../tests/support/holds.ts'
import { isWithin, MAX_FRAME_BYTES, parseRelayFrame, relayText } from './frames.ts'

const parse = (frame: unknown) => parseRelayFrame(Buffer.from(JSON.stringify(frame)))

describe('parseRelayFrame', () => {
  it.each([
    [
      ['EVENT', 'sub', { id: 'a1', kind: 1 }],
      { type: 'EVENT', subscription: 'sub', event: { id: 'a1', kind: 1 } },
    ],
    [['EOSE', 'sub'], { type: 'EOSE', subscription: 'sub' }],
    [['OK', 'a1', true, ''], { type: 'OK', id: 'a1', accepted: true, reason: '' }],
    [
      ['OK', 'a1', false, 'blocked: no'],
      { type: 'OK', id: 'a1', accepted: false, reason: 'blocked: no' },
    ],
    [['OK', 'a1', true], { type: 'OK', id: 'a1', accepted: true, reason: '' }],
    [['CLOSED', 'sub', 'why'], { type: 'CLOSED', subscription: 'sub', reason: 'why' }],
    [['CLOSED', 'sub'], { type: 'CLOSED', subscription: 'sub', reason: '' }],
    [['NOTICE', 'hello'], { type: 'NOTICE', reason: 'hello' }],
    [['AUTH', 'challenge'], { type: 'AUTH', challenge: 'challenge' }],
  ])('reads %j', (frame, expected) => {
    expect(parse(frame)).toEqual(expected)
  })

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['half a frame', '["EVENT","sub",{"id":'],
    ['null', 'null'],
    ['an object', '{"0":"EOSE","1":"sub"}'],
    ['an empty list', '[]'],
    ['a type that is not text', '[["EOSE"],"sub"]'],
    ['an unknown type', '["HELLO","sub"]'],
    ["a client's frame", '["REQ","sub",{}]'],
    ['an event for no subscription', '["EVENT",{"id":"a1"}]'],
    ['an event that is null', '["EVENT","sub",null]'],
    ['an event without id', '["EVENT","sub",{"kind":1}]'],
    ['an event whose id is not text', '["EVENT","sub",{"id":1}]'],
    ['an OK for no event', '["OK",1,true,""]'],
    ['an OK that says neither yes nor no', '["OK","a1","true",""]'],
    ['an EOSE for no subscription', '["EOSE"]'],
    ['a CLOSED for no subscription', '["CLOSED",{},"why"]'],
    ['a challenge that is no text', '["AUTH",{}]'],
    ['a challenge of a megabyte', JSON.stringify(['AUTH', 'x'.repeat(1_000_000)])],
    ['a COUNT, which we never send', '["COUNT","sub",{"count":3}]'],
  ])('returns null for %s', (_, text) => {
    expect(parseRelayFrame(Buffer.from(text))).toBeNull()
  })

  const sealed = (chars: number, tags = 1) => {
    const event = { id: 'a'.repeat(64), tags: Array(tags).fill(['p', 'b'.repeat(64)]) }
    return JSON.stringify(['EVENT', 'sub', { ...event, content: 'x'.repeat(chars) }])
  }

  it.each([
    ['the longest content of NIP-44', sealed(87_472)],
    ['the same with every character escaped', sealed(87_472).replaceAll('x', '\\/')],
    ['the longest content that is read', sealed(131_072)],
    ['as many tags as are let in', sealed(1_000, 32)],
    ['text that looks like a deep array', JSON.stringify(['NOTICE', '['.repeat(10_000)])],
  ])('reads %s', (_, text) => {
    expect(parseRelayFrame(Buffer.from(text))).not.toBeNull()
  })

  it.each([
    ['is too large', JSON.stringify(['NOTICE', 'x'.repeat(MAX_FRAME_BYTES)])],
    ['is too deep', '["NOTICE","x",'.concat('['.repeat(9), ']'.repeat(9), ']')],
    ['has too many parts', JSON.stringify(['NOTICE', 'x', ...Array(3_000).fill(0)])],
    ['has too many names', JSON.stringify(['NOTICE', 'x', { ...Array(3_000).fill(0) }])],
  ])('does not parse what %s', (_, text) => {
    expect(JSON.parse(text)[0]).toBe('NOTICE')
    expect(parseRelayFrame(Buffer.from(text))).toBeNull()
  })

  it('never throws, whatever junk a relay sends', () => {
    const frames = garbageFrames('sub').map((frame) => parseRelayFrame(Buffer.from(frame)))

    expect(new Set(frames.map((frame) => frame?.type))).toEqual(new Set([undefined, 'NOTICE']))
  })

  it.each([
    ['OK', ['OK', 'a1', false]],
    ['CLOSED', ['CLOSED', 'sub']],
    ['NOTICE', ['NOTICE']],
  ])('cleans the text of %s', (_, frame) => {
    expect(parse([...frame, 'two\nlines'])).toMatchObject({ reason: 'two lines' })
    expect(parse([...frame, 'x'.repeat(10_000)])).toMatchObject({
      reason: expect.stringMatching(/^x{199}…$/),
    })
    expect(parse([...frame, { text: 'no' }])).toMatchObject({ reason: '' })
  })
})

describe('relayText', () => {
  it('leaves ordinary text alone, in any script', () => {
    expect(relayText('blocked: 許可されていません 🚫')).toBe('blocked: 許可されていません 🚫')
  })

  it.each([
    ['line breaks', 'a\r\nb\u2028c\u2029d\u0085e', 'a b c d e'],
    ['terminal commands', '\u001b[31mred\u001b[0m', '[31mred [0m'],
    ['zero bytes and tabs', 'a\u0000b\tc', 'a b c'],
    ['commands of the second control block', 'a\u009b31mb', 'a 31mb'],
    ['surrounding space', '  a  ', 'a'],
    ['marks that change the writing direction', 'a\u202eb\u2066c', 'a b c'],
  ])('removes %s', (_, text, expected) => {
    expect(relayText(text)).toBe(expected)
  })

  it('cuts a text of more than 200 characters, and ends it with an ellipsis', () => {
    expect(relayText('x'.repeat(200))).toBe('x'.repeat(200))
    expect(relayText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  })

  it('does not keep the whole text in memory', () => {
    const before = process.memoryUsage().heapUsed
    const kept = Array.from({ length: 400 }, (_, n) => relayText(`${n}${'x'.repeat(200_000)}`))
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(40_000_000)
    expect(kept).toHaveLength(400)
  })

  it('does not cut a character in half', () => {
    expect(relayText(`${'x'.repeat(198)}🚫${'x'.repeat(9)}`).isWellFormed()).toBe(true)
  })

  it.each([[undefined], [null], [7], [{}], [['a']]])('is empty for %j', (value) => {
    expect(relayText(value)).toBe('')
  })
})

const within = (text: string, max: Partial<Parameters<typeof isWithin>[1]>) =>
  isWithin(Buffer.from(text), { depth: 100, tokens: 1_000, loose: 10_000, ...max })

describe('before JSON is parsed, isWithin finds', () => {
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
  ])('the number of parts, with %s', (_, text, tokens) => {
    JSON.parse(text)
    expect(within(text, { tokens })).toBe(true)
    expect(within(text, { tokens: tokens - 1 })).toBe(false)
  })

  test('the bytes outside strings', () => {
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
  ])('its result within 10 ms, for %s', (_, text) => {
    const bytes = Buffer.from(text)
    const startedAt = threadTime()
    for (let n = 0; n < 100; n += 1) isWithin(bytes, { depth: 8, tokens: 2_048, loose: 16_384 })
    expect((threadTime() - startedAt) / 100).toBeLessThan(10)
  })
})
