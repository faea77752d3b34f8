import { describe, expect, test } from 'vitest'
import { type EventFrame, eventFrame } from '#contract/events.ts'
import { EVENT_LOG_MAX } from '#contract/limits.ts'
import { testClock } from '../../tests/support/signer-parts.ts'
import { EventLog } from './event-log.ts'

const ONLINE = { pubkey: '02ab', online: true }

/** Like the real store, it never reserves an id twice. */
function idStore(next = 1) {
  const store = {
    full: false,
    reserveIds: (count: number) => {
      if (store.full) throw new Error('disk full')
      next += count
      return next - count
    },
  }
  return store
}

describe('ids of events', () => {
  test('rise by one', () => {
    const log = new EventLog(idStore())
    expect([log.add('info', 'a').id, log.add('info', 'b').id, log.add('info', 'c').id]).toEqual([
      1, 2, 3,
    ])
  })

  test('begin with `firstId`, which stays known when its entry is dropped', () => {
    const log = new EventLog(idStore(40))
    expect(log.firstId).toBe(0)

    for (let n = 0; n <= EVENT_LOG_MAX; n += 1) log.add('info', `Entry ${n}`)

    expect([log.firstId, log.entries()[0]?.id]).toEqual([40, 41])
  })

  test('keep rising over restarts and crashes', () => {
    const store = idStore()
    let last = 0
    for (let start = 0; start < 3; start += 1) {
      const log = new EventLog(store)
      for (let n = 0; n < 1_500; n += 1) {
        const { id } = log.add('info', 'again')
        expect(id).toBeGreaterThan(last)
        last = id
      }
    }
  })

  test('go on when the store fails, and no entry is lost', () => {
    const store = idStore()
    const log = new EventLog(store)
    const first = log.add('info', 'before').id
    store.full = true
    const ids = Array.from({ length: 2_500 }, () => log.add('info', 'while').id)
    expect(ids).toEqual(Array.from({ length: 2_500 }, (_, n) => first + 1 + n))
  })

  test('start at 1 when the store fails from the beginning', () => {
    const store = idStore()
    store.full = true
    expect(new EventLog(store).add('info', 'first').id).toBe(1)
  })

  test('rise over a restart even after the store failed for a while', () => {
    const store = idStore()
    const log = new EventLog(store)
    log.add('info', 'before')
    store.full = true
    for (let n = 0; n < 3_500; n += 1) log.add('info', 'while')
    store.full = false
    let last = 0
    for (let n = 0; n < 1_500; n += 1) last = log.add('info', 'after').id
    expect(new EventLog(store).add('info', 'restarted').id).toBeGreaterThan(last)
  })
})

describe('the event log', () => {
  test('keeps the last 500 entries, oldest first', () => {
    const log = new EventLog(idStore())
    for (let n = 1; n <= EVENT_LOG_MAX + 100; n += 1) log.add('info', `entry ${n}`)
    const kept = log.entries()
    expect(kept).toHaveLength(EVENT_LOG_MAX)
    expect(kept[0]?.message).toBe('entry 101')
    expect(kept.at(-1)?.message).toBe('entry 600')
  })

  test('does not keep the frames that only update peer rows', () => {
    const log = new EventLog(idStore())
    const frames: EventFrame[] = []
    log.listen((frame) => frames.push(frame))
    log.add('ready', 'heard')
    log.of(3).peerStatus(ONLINE, 'ping')
    log.of(3).peerPing(ONLINE, true)
    expect(log.entries().map((entry) => entry.message)).toEqual(['heard'])
    expect(frames.map((frame) => frame.type)).toEqual([
      'ready',
      'peer-status-internal',
      'peer-ping-internal',
    ])
  })

  test('gives frames that it does not keep the id of the newest entry, so that nobody misses an entry', () => {
    const log = new EventLog(idStore())
    const ids: number[] = []
    log.listen((frame) => ids.push(frame.id))
    log.of(3).peerPing({ pubkey: '02ab', online: false }, false)
    log.add('info', 'one')
    log.of(3).peerStatus(ONLINE, 'message')
    log.add('info', 'two')
    expect(ids).toEqual([0, 1, 1, 2])
  })

  test('sends every frame in the form that the console expects', () => {
    const log = new EventLog(idStore())
    const frames: EventFrame[] = []
    log.listen((frame) => frames.push(frame))
    log.add('sign', 'Signature completed', { took: 12 })
    log.add('info', 'without data')
    log.of(3).peerStatus(ONLINE, 'ping')
    log.of(3).peerPing(ONLINE, true)
    for (const frame of frames) expect(eventFrame.parse(frame)).toEqual(frame)
    expect(frames[1]).not.toHaveProperty('data')
  })

  test('names the keyset of each frame, and none for frames of the process', () => {
    const log = new EventLog(idStore())
    const keysets: unknown[] = []
    log.listen(({ keyset }) => keysets.push(keyset))
    log.of(1).add('info', 'of the first')
    log.of(2).add('info', 'of the second')
    log.add('info', 'of the process')
    log.of(2).peerPing(ONLINE, true)
    log.of(1).peerStatus(ONLINE, 'ping')
    expect(keysets).toEqual([1, 2, undefined, 2, 1])
    expect(log.entries()[2]).not.toHaveProperty('keyset')
    expect(log.entries().map(({ id }) => id)).toEqual([1, 2, 3])
  })

  test('dates entries by the clock it is given', () => {
    const clock = testClock(Date.UTC(2026, 0, 2, 3, 4, 5))
    const log = new EventLog({ ...idStore(), wall: clock.now })
    expect(log.add('info', 'now').timestamp).toBe('2026-01-02T03:04:05.000Z')
  })

  test('calls a listener no more once it has left', () => {
    const log = new EventLog(idStore())
    const heard: EventFrame[] = []
    const leave = log.listen((frame) => heard.push(frame))
    log.add('info', 'one')
    leave()
    log.add('info', 'two')
    expect(heard.map((frame) => frame.message)).toEqual(['one'])
  })

  test('returns a copy of its list', () => {
    const log = new EventLog(idStore())
    log.add('info', 'one')
    log.entries().pop()
    expect(log.entries()).toHaveLength(1)
  })
})
