import { describe, expect, it } from 'vitest'
import type { ProtocolName } from '#contract/protocols.ts'
import { generations as texts } from '#contract/texts/protocols.ts'
import { describeProtocols, isOlder, protocolLine, wordsFor } from './protocols.ts'

const peer = (...names: ProtocolName[]) => ({
  generations: names.map((name) => ({ name, lastHeard: '2026-05-01T12:00:00.000Z' })),
})
const [unheard, old, both, newer] = [peer(), peer('1.x'), peer('1.x', '2026'), peer('2026')]

describe('what a peer speaks', () => {
  it('is said in plain words, and not at all before it has been heard', () => {
    expect([unheard, old, both, newer].map(describeProtocols)).toEqual([
      null,
      texts.spoken['1.x'],
      texts.spoken.both,
      texts.spoken['2026'],
    ])
  })

  it('is old only where nothing newer was heard', () => {
    expect([unheard, old, both, newer].map(isOlder)).toEqual([false, true, false, false])
  })
})

const on = (v1: boolean, next: boolean) => [
  { name: '1.x' as const, on: v1 },
  { name: '2026' as const, on: next },
]

describe('what this signer answers', () => {
  it.each([
    ['1.x', 'warn', [], texts.modes.warn],
    ['1.x', 'warn', on(true, true), texts.modes.warn],
    ['1.x', 'refuse', on(false, true), texts.modes.refuse],
    ['1.x', 'answer', on(true, false), texts.v2Off],
    ['1.x', 'refuse', on(false, false), texts.bothOff],
    ['2026', 'refuse', on(false, true), texts.onlyGen2],
    ['2026', 'refuse', on(false, false), texts.bothOff],
  ] as const)(
    'is put into words for credentials of %s, the setting %s and the protocols %j',
    (of, mode, states, words) => {
      expect(wordsFor(of, mode, states)).toBe(words)
    },
  )
})

describe('the line about all peers', () => {
  it.each([
    ['nobody was heard', [unheard, unheard], texts.noneHeard],
    ['there is no peer', [], texts.noneHeard],
    ['all that were heard speak 2026', [unheard, both, newer], texts.allNext],
  ])('is no warning while %s', (_, peers, text) => {
    expect(protocolLine(peers, false)).toEqual({ text, isOlder: false })
  })

  it.each([
    [[old, newer], '1 of 2 peers still speaks only 1.x.'],
    [[old, old, unheard], '2 of 3 peers still speak only 1.x.'],
    [[old], 'The peer still speaks only 1.x.'],
    [[old, old], 'All 2 peers still speak only 1.x.'],
  ])('counts those that speak only 1.x', (peers, text) => {
    expect(protocolLine(peers, false)).toEqual({ text, isOlder: true })
  })

  it('says what that means where 1.x is refused', () => {
    expect(protocolLine([old, both], true).text).toBe(texts.refusedPeers(1))
  })
})
