import { describe, expect, onTestFinished, test } from 'vitest'
import { type Audit, createAudit } from './audit.ts'
import { createGuards } from './guards.ts'
import { createKeysetStore, type KeysetStore, listKeysets } from './keyset-store.ts'
import { createNonces } from './nonces/nonces.ts'
import { createSealer, KEY_BYTES } from './sealing.ts'
import {
  openTestDatabase,
  openTestStore,
  recordingLog,
  temporaryFolder,
} from './testing/support.ts'

const START = Date.UTC(2026, 0, 1)
const self = '11'.repeat(32)
const peer = 'aa'.repeat(32)
const KEY = Buffer.alloc(KEY_BYTES, 7)

function setUp() {
  const folder = temporaryFolder()
  const db = openTestDatabase(folder)
  const { log } = recordingLog()
  const sealer = createSealer(KEY)
  const startedGuards = () => createGuards(db, KEY, log)
  db.transaction(() => startedGuards().rebuild())()
  const start = (): { audit: Audit; one: KeysetStore; other: KeysetStore } => {
    const guards = startedGuards()
    const audit = createAudit({ db, log, now: () => START })
    onTestFinished(() => audit.close())
    const nonces = createNonces(folder, log)
    const options = { db, sealer, guards, audit, nonces, now: () => START }
    return { audit, one: createKeysetStore(1, options), other: createKeysetStore(2, options) }
  }
  return { db, guards: startedGuards(), start }
}

const signature = (sessionId: string) => ({
  ...{ peers: [peer], sessionId, hashes: ['22'.repeat(32)], type: 'message', outcome: 'ok' },
  ...{ direction: 'given' as const, generation: '1.x' as const, took: 12 },
})

/** Stores something of every kind. */
function fill(
  { settings, policies, peerProtocols, shares, audit }: KeysetStore,
  name: string,
): void {
  settings.saveEnv({ SHARE_CRED: `share of ${name}`, GROUP_NAME: name })
  settings.set('protocol', name)
  policies.set({ pubkey: peer, allowSend: name === 'one', allowReceive: true, denied: [] })
  if (name === 'one') {
    peerProtocols.heardIn2026(self, peer)
    peerProtocols.setBuild(self, peer, 'igloo-beta')
  }
  shares.save({ shareCredential: `share of ${name}`, groupCredential: 'group' })
  audit.signature(signature(name))
}

const heldBy = ({ settings, policies, peerProtocols, shares, audit }: KeysetStore) => ({
  share: settings.effectiveEnv({}).SHARE_CRED.value,
  name: settings.effectiveEnv({}).GROUP_NAME.value,
  protocol: settings.get('protocol'),
  policies: policies.list().map(({ allowSend }) => allowSend),
  speaks: peerProtocols.of(self).get(peer),
  shares: shares.list().map(({ shareCredential }) => shareCredential),
  given: [...audit.partialSignatures()],
  hours: audit.signatureHours.map(({ signatures }) => signatures),
})

const OF_ONE = {
  ...{ share: 'share of one', name: 'one', protocol: 'one', policies: [true] },
  speaks: { heardIn2026: true, firstAllowed: false, build: 'igloo-beta' },
  ...{ shares: ['share of one'], given: [[peer, 1]], hours: [1] },
}
const OF_OTHER = {
  ...{ share: 'share of other', name: 'other', protocol: 'other', policies: [false] },
  ...{ speaks: undefined, shares: ['share of other'], given: [[peer, 1]], hours: [1] },
}
const NOTHING = {
  ...{ share: undefined, name: undefined, protocol: undefined, policies: [], speaks: undefined },
  ...{ shares: [], given: [], hours: [] },
}

describe('The data of a keyset', () => {
  test('has nothing of another’s', () => {
    const { start } = setUp()
    const { audit, one, other } = start()

    fill(one, 'one')
    expect(heldBy(other)).toEqual(NOTHING)
    fill(other, 'other')
    audit.close()

    const again = start()
    expect(heldBy(again.one)).toEqual(OF_ONE)
    expect(heldBy(again.other)).toEqual(OF_OTHER)
  })

  test('stays when another’s is deleted', () => {
    const { start } = setUp()
    const { audit, one, other } = start()
    fill(one, 'one')
    fill(other, 'other')
    audit.close()

    const again = start()
    again.other.settings.deleteEnv(['SHARE_CRED', 'GROUP_NAME'])
    again.other.policies.delete(peer)
    again.other.shares.deleteAll()
    again.other.shares.delete(again.one.shares.list()[0]?.id ?? '')

    expect(heldBy(again.one)).toEqual(OF_ONE)
    expect(again.one.policies.list()).toHaveLength(1)
    expect(again.other.settings.effectiveEnv({ SHARE_CRED: 'e' }).SHARE_CRED.source).toBe('deleted')
    expect(again.one.settings.effectiveEnv({ RELAYS: 'e' }).RELAYS.source).toBe('environment')
  })

  test('has ten share records, however many others have', () => {
    const { one, other } = setUp().start()

    for (let n = 0; n < 12; n += 1) {
      for (const { shares } of [one, other]) {
        shares.save({ shareCredential: `share ${n}`, groupCredential: 'group' })
      }
    }

    for (const { shares } of [one, other]) {
      expect(shares.list().map(({ shareCredential }) => shareCredential)).toEqual(
        [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `share ${n}`),
      )
    }
  })

  test('does not open in another, not even its share records', () => {
    const { db, start } = setUp()
    const { one, other } = start()
    one.shares.save({ shareCredential: 'share', groupCredential: 'group' })
    one.settings.saveEnv({ SHARE_CRED: 'share' })

    db.exec('UPDATE share_records SET keyset = 2; UPDATE env_settings SET keyset = 2')

    expect(() => other.shares.list()).toThrow(expect.objectContaining({ code: 'CORRUPT' }))
    expect(other.settings.effectiveEnv({}).SHARE_CRED.source).toBe('none')
    expect(one.settings.effectiveEnv({ SHARE_CRED: 'e' }).SHARE_CRED.source).toBe('deleted')
  })
})

describe('The audit', () => {
  test('names the keyset in each row, and none in the machine’s', () => {
    const { audit, one, other } = setUp().start()

    audit.record({ actor: 'owner', action: 'login', outcome: 'ok' })
    one.audit.record({ actor: 'owner', action: 'env.save', outcome: 'ok' })
    other.audit.recordSoon({ actor: 'owner', action: 'env.save', outcome: 'ok' })
    other.audit.signature(signature('other'))

    expect(audit.page({ limit: 10 }).map(({ action, keyset }) => [action, keyset])).toEqual([
      ['signature.given', 2],
      ['env.save', 2],
      ['env.save', 1],
      ['login', undefined],
    ])
  })
})

describe('The list of keysets', () => {
  test('has only the first where nothing was saved yet', () => {
    const store = openTestStore(temporaryFolder())

    expect(store.keysets).toEqual([1])
    expect(store.keyset(1).id).toBe(1)
    expect(() => store.keyset(2)).toThrow(RangeError)
  })

  test('stays the same when somebody adds or deletes a row', () => {
    const { db, guards } = setUp()

    db.exec('INSERT INTO keysets (id) VALUES (2)')
    expect(listKeysets(guards)).toEqual([1])
    db.exec('DELETE FROM keysets')
    expect(listKeysets(guards)).toEqual([1])
  })

  test('is the same after a start with a row added and the first deleted', () => {
    const folder = temporaryFolder()
    const first = openTestStore(folder)
    first.keyset(1).settings.saveEnv({ GROUP_NAME: 'name' })
    first.close()
    const forged = openTestDatabase(folder)
    forged.exec('INSERT INTO keysets (id) VALUES (7); DELETE FROM keysets WHERE id = 1')
    forged.close()

    for (let start = 0; start < 2; start += 1) {
      const store = openTestStore(folder)
      expect(store.keysets).toEqual([1])
      expect(store.keyset(1).settings.effectiveEnv({}).GROUP_NAME.value).toBe('name')
      store.close()
    }
  })
})
