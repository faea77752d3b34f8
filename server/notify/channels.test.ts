import { expect, test } from 'vitest'
import { createChannels } from './channels.ts'
import type { Channel } from './webhook.ts'

const GIVEN: Channel = { url: 'https://ntfy.example/given', token: 'given', console: null }

function channels({ given = null as Channel | null, kept = new Map<string, string>() } = {}) {
  const errors: unknown[] = []
  const saved = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: string | null) =>
      void (value === null ? kept.delete(name) : kept.set(name, value)),
  }
  const made = createChannels({ saved, given, onUnreadable: (error) => errors.push(error) })
  return { ...made, kept, errors }
}

test('A saved channel goes before the environment’s, and outlasts a restart', () => {
  const { save, channelFor, inForce, kept } = channels({ given: GIVEN })
  expect(inForce()).toEqual({ source: 'environment', channel: GIVEN })

  save(
    channelFor({
      url: 'https://ntfy.example/mine',
      token: 'mine',
      console: 'https://floe.example/floe/?a=b#c',
    }),
  )

  const channel = {
    url: 'https://ntfy.example/mine',
    token: 'mine',
    console: 'https://floe.example/floe/',
  }
  expect(inForce()).toEqual({ source: 'saved', channel })
  const again = channels({ given: GIVEN, kept })
  expect(again.inForce()).toEqual({ source: 'saved', channel })
  again.reset()
  expect(again.inForce().source).toBe('environment')
})

test('A token that a request leaves out is kept for the same host, and goes to no other', () => {
  const { channelFor } = channels({ given: GIVEN })
  expect(channelFor({ url: 'https://ntfy.example/other' }).token).toBe('given')
  expect(channelFor({ url: 'https://ntfy.example/other', token: null }).token).toBeNull()
  expect(channelFor({ url: 'https://thief.example/other' }).token).toBeNull()
  expect(channelFor({ url: 'http://ntfy.example/other' }).token).toBeNull()
})

test('A saved channel that can not be read counts as not saved, and does not prevent the start', () => {
  const { inForce, errors } = channels({ kept: new Map([['notify', '{"url":1}']]) })
  expect(inForce()).toEqual({ source: 'none', channel: null })
  expect(errors).toHaveLength(1)
})
