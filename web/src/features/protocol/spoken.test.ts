import { describe, expect, it } from 'vitest'
import type { GenerationName } from '../../../../server/contract/generations.ts'
import { generations as texts } from '../../../../server/contract/texts/generations.ts'
import { describeSpoken, isOlder, spokenLine } from './spoken.ts'

const peer = (...names: GenerationName[]) => ({
  generations: names.map((name) => ({ name, lastHeard: '2026-05-01T12:00:00.000Z' })),
})
const [unheard, old, both, newer] = [peer(), peer('1.x'), peer('1.x', '2026'), peer('2026')]

describe('what a peer speaks', () => {
  it('is said in plain words, and not at all before it was heard', () => {
    expect([unheard, old, both, newer].map(describeSpoken)).toEqual([
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

describe('the line on all peers', () => {
  it.each([
    ['nobody was heard', [unheard, unheard], texts.noneHeard],
    ['there is no peer', [], texts.noneHeard],
    ['all that were heard speak 2026', [unheard, both, newer], texts.allNext],
  ])('has nothing to see to while %s', (_, peers, text) => {
    expect(spokenLine(peers, false)).toEqual({ text, isOlder: false })
  })

  it.each([
    [[old, newer], '1 of 2 peers still speaks only 1.x.'],
    [[old, old, unheard], '2 of 3 peers still speak only 1.x.'],
    [[old], 'The peer still speaks only 1.x.'],
    [[old, old], 'All 2 peers still speak only 1.x.'],
  ])('counts those that speak only 1.x', (peers, text) => {
    expect(spokenLine(peers, false)).toEqual({ text, isOlder: true })
  })

  it('says what that comes to where 1.x is refused', () => {
    expect(spokenLine([old, both], true).text).toBe(texts.refusedPeers(1))
  })
})
