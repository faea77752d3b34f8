import { expect, test } from 'vitest'
import { store as texts } from '#contract/messages.ts'
import { createRegistry } from '#nip46/registry.ts'
import { createApps, type StoredApp } from './apps.ts'
import { createSealer } from './sealing.ts'
import { openTestDatabase, temporaryFolder, testGuards } from './testing/support.ts'

const app = (id: string, byte: string): StoredApp => ({
  ...{ id, seckey: byte.repeat(32), client: null, claims: {}, invitation: null, greeting: null },
  ...{ relays: ['wss://one.example'], formerRelays: [], areRelaysItsOwn: false },
  ...{ createdAt: 1, pairedAt: null, until: null },
  ...{ answersNip04: true, sendsAuthUrl: false, openFor: 1 },
})
const notes = app('notes', '01')
const feeds = app('feeds', '02')

/** The apps of one database, opened by two processes. */
function setUp() {
  const db = openTestDatabase(temporaryFolder())
  const of = () =>
    createApps(db, { guards: testGuards(db), sealer: createSealer(Buffer.alloc(32, 7)), keyset: 1 })
  return { server: of(), command: of() }
}

test('an app that a command has removed is not put back by a server that has not heard of it', () => {
  const { server, command } = setUp()
  server.add(notes)
  server.add(feeds)
  command.delete('notes')

  expect(() => server.set({ ...notes, claims: { name: 'Notes' } })).toThrow(texts.appGone)

  expect(server.list()).toEqual([feeds])
})

test('a server takes over what a command has added, changed and removed', () => {
  const { server, command } = setUp()
  server.add(notes)
  server.add(feeds)
  const registry = createRegistry(server)
  const [before] = registry.bySigner(registry.get('notes')?.signer ?? '')
  const mails = app('mails', '03')
  const paired = { ...feeds, client: 'ab'.repeat(32) }
  command.delete('notes')
  command.set(paired)
  command.add(mails)

  const changes = registry.reread()

  expect(changes).toEqual({ gone: ['notes'], changed: ['feeds'], added: ['mails'] })
  expect(registry.all).toMatchObject([paired, mails])
  expect(before).toMatchObject(notes)
  expect(registry.bySigner(before?.signer ?? '')).toEqual([])
  expect(registry.reread()).toEqual({ gone: [], changed: [], added: [] })
})

test('all apps that one key answers are found by it, until the last is deleted', () => {
  const { server } = setUp()
  const other = { ...notes, id: 'other', client: 'cd'.repeat(32) }
  server.add(notes)
  server.add(other)
  const registry = createRegistry(server)
  const signer = registry.get('notes')?.signer ?? ''

  expect(registry.bySigner(signer)).toMatchObject([notes, other])
  registry.delete('notes')
  expect(registry.bySigner(signer)).toMatchObject([other])
  registry.delete('other')
  expect(registry.bySigner(signer)).toEqual([])
})
