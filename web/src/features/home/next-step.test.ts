import { describe, expect, it } from 'vitest'
import type { Peer } from '#contract/peers.ts'
import type { DirectionBarrier, Directions, StatusAnswer } from '#contract/status.ts'
import { unknownPeer } from '#tests/support/peer-row.ts'
import { nextStep } from './next-step.ts'

const CAN = { can: true, why: null } as const
const cannot = (why: DirectionBarrier) => ({ can: false, why })

const statusWith = (directions: Partial<Directions>, more: Partial<StatusAnswer> = {}) =>
  ({
    stopped: null,
    hasCredentials: true,
    relays: ['wss://a.example'],
    directions: { answer: CAN, ask: CAN, ...directions },
    ...more,
  }) as StatusAnswer

const peer = (fields: Partial<Peer>): Peer => ({ ...unknownPeer('02'), ...fields })
const phone = peer({ member: 2, name: 'Phone', online: true, status: 'online' })
const laptop = peer({ member: 3, name: 'Laptop', lastSeen: '2026-11-20T10:00:00.000Z' })
const tablet = peer({ member: 4, name: 'Tablet', lastSeen: '2026-10-20T10:00:00.000Z' })

const stepOf = (status: StatusAnswer, peers: readonly Peer[] = [phone, laptop], requests = 0) =>
  nextStep({ status, peers, requests })

describe('the one thing to do', () => {
  it('is nothing for a signer that does both, or that still looks around', () => {
    expect(stepOf(statusWith({}))).toEqual({ do: 'nothing' })
    const looking = statusWith({ ask: cannot('looking'), answer: cannot('looking') })
    expect(stepOf(looking)).toEqual({ do: 'nothing' })
  })

  it('is to resume what its owner has stopped, before all else', () => {
    const stopped = { since: '2026-11-24T10:00:00.000Z' }
    const status = statusWith({ ask: cannot('owner'), answer: cannot('owner') }, { stopped })
    expect(stepOf(status, [], 1)).toEqual({ do: 'resume' })
  })

  it('is to start where there are no credentials', () => {
    const status = statusWith({ ask: cannot('stopped') }, { hasCredentials: false })
    expect(stepOf(status)).toEqual({ do: 'start' })
  })

  it('is to answer a device that asks to join, also when all is well', () => {
    expect(stepOf(statusWith({}), [], 1)).toEqual({ do: 'see-requests' })
  })

  it.each([
    ['relay', { do: 'see-relays' }],
    ['off', { do: 'see-protocol' }],
    ['stopped', { do: 'see-reason' }],
  ] as const)('for %s is %j', (why, step) => {
    expect(stepOf(statusWith({ ask: cannot(why), answer: cannot(why) }))).toEqual(step)
  })

  it('is to add a relay where there is none', () => {
    const none = statusWith({ ask: cannot('relay') }, { relays: [] })
    expect(stepOf(none)).toEqual({ do: 'add-relay' })
  })

  it('is to wake the device that was there last, of those that are missing', () => {
    const status = statusWith({ ask: cannot('peers') })
    expect(stepOf(status, [phone, tablet, laptop])).toEqual({ do: 'wake', peer: laptop })
  })

  it('is to switch on the direction that is off, for a device that is there', () => {
    const send = peer({ ...phone, allowSend: false })
    expect(stepOf(statusWith({ ask: cannot('policy') }), [laptop, send])).toEqual({
      do: 'allow',
      peer: send,
      direction: 'send',
    })
    const receive = peer({ ...phone, allowReceive: false })
    expect(stepOf(statusWith({ answer: cannot('policy') }), [receive])).toMatchObject({
      do: 'allow',
      direction: 'receive',
    })
  })

  it('is to look at the device where one thing alone is denied, or its app says no', () => {
    const denied = peer({ ...phone, denied: ['send.sign'] })
    const see = { do: 'see-device', peer: denied }
    for (const why of ['policy', 'older', 'refused', 'nonces'] as const) {
      expect(stepOf(statusWith({ ask: cannot(why) }), [laptop, denied]), why).toEqual(see)
    }
  })

  it('is nothing that names a device before one is known', () => {
    expect(stepOf(statusWith({ ask: cannot('peers') }), [])).toEqual({ do: 'nothing' })
  })
})
