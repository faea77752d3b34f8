import type { Filter } from '#contract/nostr.ts'
import type { NostrEvent } from './events.ts'

/** Frames that should make no client fall over: not JSON, JSON of the wrong shape, binary. */
export function garbageFrames(subscription: string): (string | Buffer)[] {
  const wrongShapes = [
    null,
    7,
    {},
    [],
    [null],
    ['NO-SUCH-TYPE', subscription],
    ['EVENT'],
    ['EVENT', subscription],
    ['EVENT', subscription, null],
    ['EVENT', subscription, { id: 1, tags: 'none', content: {} }],
    ['EVENT', 7, []],
    ['EOSE', {}],
    ['OK', 'x', 'yes'],
    ['CLOSED'],
    ['NOTICE', 1],
    ['COUNT', subscription, 'many'],
    ['AUTH', {}],
  ]
  return [
    '',
    'this is not JSON',
    '["EVENT","',
    ...wrongShapes.map((shape) => JSON.stringify(shape)),
    Buffer.from([0x00, 0xff, 0xfe, 0x80]),
    Buffer.from(JSON.stringify(['NOTICE', 'text in a binary frame'])),
  ]
}

/**
 * An EVENT frame of exactly `bytes` bytes (at least an empty event) that passes the filter and
 * looks like an event in every field; id and signature are made up. `now` in milliseconds.
 */
export function oversizedFrame(
  target: { id: string; filter: Filter | undefined },
  bytes: number,
  now: number,
): string {
  const { filter } = target
  const event: NostrEvent = {
    id: filter?.ids?.[0] ?? 'a'.repeat(64),
    pubkey: filter?.authors?.[0] ?? 'b'.repeat(64),
    created_at: Math.floor(now / 1000),
    kind: filter?.kinds?.[0] ?? 1,
    tags: Object.entries(filter ?? {})
      .filter(([name]) => name.startsWith('#'))
      .map(([name, values]) => [name.slice(1), values[0] ?? '']),
    content: '',
    sig: 'c'.repeat(128),
  }
  const frame = () => JSON.stringify(['EVENT', target.id, event])
  event.content = 'x'.repeat(Math.max(0, bytes - Buffer.byteLength(frame())))
  return frame()
}
