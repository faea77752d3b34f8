import { describe, expect, it } from 'vitest'
import { EventsStore } from './events-store.ts'

function entry(id: number) {
  return {
    id,
    type: 'info' as const,
    message: `entry ${id}`,
    timestamp: new Date(id).toISOString(),
  }
}

/** A store that draws its frames when the test says so. */
function watched() {
  let frame: (() => void) | null = null
  const events = new EventsStore({
    soon: (run) => {
      frame = run
      return () => {
        frame = null
      }
    },
    now: () => 7_000,
  })
  let drawn = 0
  events.subscribe(() => {
    drawn += 1
  })
  return {
    events,
    draw: () => frame?.(),
    drawn: () => drawn,
    ids: () => events.state().log.entries.map(({ id }) => id),
  }
}

describe('what arrives', () => {
  it('is shown together in the next frame, however much it is', () => {
    const { events, draw, drawn, ids } = watched()
    for (let id = 1; id <= 100; id += 1) events.add(entry(id))
    expect(drawn()).toBe(0)
    draw()
    expect(drawn()).toBe(1)
    expect(ids()).toHaveLength(100)
  })

  it('counts as seen before it is drawn, so that it is not asked for again', () => {
    const { events, draw, ids } = watched()
    events.add(entry(4))
    expect(events.current().lastId).toBe(4)
    draw()
    expect(ids()).toEqual([4])
  })

  it('draws nothing if it was already there', () => {
    const { events, draw, drawn } = watched()
    events.add(entry(4))
    draw()
    events.add(entry(4))
    draw()
    expect(drawn()).toBe(1)
  })

  it('is cleared even if it was not drawn yet', () => {
    const { events, draw, ids } = watched()
    events.add(entry(4))
    events.clear()
    draw()
    expect(ids()).toEqual([])
    expect(events.current().lastId).toBe(4)
  })
})

describe('the state of the stream', () => {
  it('says since when it has been lost', () => {
    const { events } = watched()
    events.setOpen(true)
    events.setOpen(false)
    expect(events.state().connection).toEqual({ at: 'lost', since: 7_000 })
  })

  it('is not lost when nobody watches any more, and keeps the log', () => {
    const { events, ids } = watched()
    events.setOpen(true)
    events.add(entry(4))
    events.leave()
    expect(events.state().connection).toEqual({ at: 'connecting' })
    expect(ids()).toEqual([4])
  })
})
