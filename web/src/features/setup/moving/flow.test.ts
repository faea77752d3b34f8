import { describe, expect, it } from 'vitest'
import type { Peer } from '#contract/peers.ts'
import {
  afterSaving,
  back,
  type Dealt,
  type Flow,
  type HandingOut,
  handOut,
  isUselessWithout,
  lostIf,
  mayGoOn,
  next,
  noteOnline,
} from './flow.ts'

const keyOf = (index: number) => `03${String(index).repeat(64)}`

const dealtOf = (total: number, threshold = 2): Dealt => ({
  name: 'Family',
  threshold,
  relays: ['wss://one.example.com'],
  npub: 'npub1',
  groupCredential: 'group',
  shareCredential: 'share 1',
  packages: Array.from({ length: total - 1 }, (_, at) => ({
    index: at + 2,
    pubkey: keyOf(at + 2),
    package: `bfonboard ${at + 2}`,
    password: `password ${at + 2}`,
  })),
})

function handing(flow: Flow): HandingOut {
  if (flow.at !== 'packages') throw new Error(`at ${flow.at}`)
  return flow
}
const first = (total: number, threshold?: number) => handing(afterSaving(dealtOf(total, threshold)))

const peer = (index: number, changes: Partial<Peer> = {}) =>
  ({
    pubkey: keyOf(index),
    online: true,
    generations: [{ name: '2026', lastHeard: '2026-05-01T12:00:00.000Z', pingVersion: 2 }],
    ...changes,
  }) as Peer

describe('handing out the new shares', () => {
  it('begins with the first of the others once this signer has its own', () => {
    expect(first(3)).toMatchObject({ position: 0, handedOut: [], seen: [] })
  })

  it('does not go on before the device has its share', () => {
    expect([mayGoOn(first(3)), next(first(3))]).toEqual([false, first(3)])
  })

  it('goes on when the owner says that it is handed out, until that is withdrawn', () => {
    const out = handOut(first(3), true)
    expect(handing(next(out)).position).toBe(1)
    expect(mayGoOn(handOut(out, false))).toBe(false)
  })

  it('goes on when the device is online with its new share', () => {
    expect(mayGoOn(noteOnline(first(3), [peer(2)]))).toBe(true)
  })

  it.each([
    ['another device is', [peer(3)]],
    ['it is offline', [peer(2, { online: false })]],
    ['it was heard in 1.x alone', [peer(2, { generations: [{ name: '1.x', lastHeard: '' }] })]],
    ['it only asks to join', [peer(2, { generations: [{ name: '2026', lastHeard: '' }] })]],
    ['it was never heard', [peer(2, { generations: [] })]],
  ])('does not take a device for online when %s', (_, peers) => {
    expect(mayGoOn(noteOnline(first(3), peers))).toBe(false)
  })

  it('knows a device by its key, whatever its first byte', () => {
    expect(noteOnline(first(3), [peer(2, { pubkey: `02${keyOf(2).slice(2)}` })]).seen).toEqual([2])
  })

  it('remembers a device that was online once, and stays the same without news', () => {
    const seen = noteOnline(first(3), [peer(2)])
    expect(noteOnline(seen, [peer(2, { online: false })])).toBe(seen)
    expect(noteOnline(seen, [peer(2), peer(3)]).seen).toEqual([2, 3])
  })

  it('ends after the last one, and goes back from there', () => {
    const second = handing(next(handOut(first(3), true)))
    const summary = next(handOut(second, true))
    if (summary.at !== 'summary') throw new Error('no summary')
    expect(summary.handedOut).toEqual([2, 3])
    expect(back(summary)).toMatchObject({ at: 'packages', position: 1, handedOut: [2, 3] })
    expect(back(second)?.position).toBe(0)
    expect(back(first(3))).toBeNull()
  })
})

describe('leaving before all are handed out', () => {
  it('loses the packages that nobody has', () => {
    expect(lostIf(first(4))).toEqual([2, 3, 4])
    expect(lostIf(noteOnline(handOut(first(4), true), [peer(4)]))).toEqual([3])
  })

  it('is useless when too few new shares are out, this signer’s among them', () => {
    const lost = [3, 4]
    expect(isUselessWithout(first(4, 2), lost)).toBe(false)
    expect(isUselessWithout(first(4, 3), lost)).toBe(true)
  })
})
