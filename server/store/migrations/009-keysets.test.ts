import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { createSealer, guardedPlace } from '../sealing.ts'
import { keyFromSecret } from '../sealing-key.ts'
import { guardAsBefore } from '../testing/guarded-before.ts'
import { openTestStore, recordingLog, temporaryFolder } from '../testing/support.ts'
import { keysets } from './009-keysets.ts'
import { migrations } from './index.ts'

const SECRET = 'the secret that seals all of it, in 32 characters and more'
const KEY = keyFromSecret(SECRET)
const self = '11'.repeat(32)
const peer = 'aa'.repeat(32)
const other = 'bb'.repeat(32)
const BEFORE = keysets.version - 1
/** A database as the release before left it, with something in every table. */
function oldFolder(forge: (db: Database.Database) => void = () => {}): string {
  const folder = temporaryFolder()
  const db = openDatabase(join(folder, 'floe.db'))
  migrate(db, migrations.slice(0, BEFORE), recordingLog().log)
  const sealer = createSealer(KEY)
  const seal = (text: string, place: string) => sealer.seal(text, guardedPlace(place))
  const put = db.prepare('INSERT INTO env_settings (name, value, sealed, deleted) VALUES (?,?,?,?)')
  put.run('SHARE_CRED', null, seal('the share', 'env_settings/SHARE_CRED'), 0)
  put.run('GROUP_NAME', 'Family', null, 0)
  put.run('RELAYS', null, null, 1)
  const record = JSON.stringify({ shareCredential: 's', groupCredential: 'g', name: 'kept' })
  db.prepare("INSERT INTO share_records (id, saved_at, sealed) VALUES ('r', 5, ?)").run(
    seal(record, 'share_records/r'),
  )
  db.prepare('INSERT INTO peer_policies VALUES (?, 0, 1, \'["receive.ping"]\')').run(peer)
  db.prepare("INSERT INTO peer_policies VALUES (?, 0, 0, '[]')").run(other)
  db.prepare('INSERT INTO peer_generations VALUES (?, ?, 1, 0)').run(self, peer)
  db.prepare('INSERT INTO partial_signatures VALUES (?, 3)').run(peer)
  db.exec(`
    INSERT INTO settings VALUES ('protocol', '{"firstGeneration":"refuse"}'), ('backup-plan', '{}');
    INSERT INTO signature_hours VALUES (7, 4, 25200001);
    INSERT INTO audit (at, actor, action, outcome, detail, class) VALUES
      (1, 'olga', 'login', 'ok', '{}', 'login'), (2, 'olga', 'env.save', 'ok', '{}', 'admin'),
      (3, 'olga', 'backup', 'ok', '{}', 'admin'), (4, 'aa', 'signature.given', 'ok', '{}', 'use');
  `)
  guardAsBefore(db, KEY)
  forge(db)
  db.close()
  return folder
}

function open(folder: string) {
  const { log, lines } = recordingLog()
  const store = openTestStore(folder, { sealingKey: SECRET, log })
  return { store, kept: store.keyset(1), lines }
}

test('all that was there belongs to the first keyset, and what concerns the machine to none', () => {
  const { store, kept, lines } = open(oldFolder())

  expect(store.keysets).toEqual([1])
  expect(kept.settings.effectiveEnv({ RELAYS: 'e', GROUP_CRED: 'e' })).toEqual({
    SHARE_CRED: { source: 'saved', value: 'the share' },
    GROUP_NAME: { source: 'saved', value: 'Family' },
    RELAYS: { source: 'deleted' },
    GROUP_CRED: { source: 'environment', value: 'e' },
  })
  expect(kept.settings.get('protocol')).toBe('{"firstGeneration":"refuse"}')
  expect(store.settings.get('backup-plan')).toBe('{}')
  expect(store.settings.get('protocol')).toBeUndefined()
  expect(kept.policies.list()).toEqual([
    { pubkey: peer, allowSend: false, allowReceive: true, denied: ['receive.ping'] },
    { pubkey: other, allowSend: false, allowReceive: false, denied: [] },
  ])
  expect(kept.peerProtocols.of(self)).toEqual(
    new Map([[peer, { heardIn2026: true, firstAllowed: false, build: null }]]),
  )
  expect(kept.shares.list()).toMatchObject([{ id: 'r', shareCredential: 's', name: 'kept' }])
  expect(kept.audit.partialSignatures()).toEqual(new Map([[peer, 3]]))
  expect(kept.audit.signatureHours).toEqual([{ hour: 7, signatures: 4, lastAt: 25_200_001 }])
  expect([...store.audit.export()].map(({ action, keyset }) => [action, keyset])).toEqual([
    ['login', undefined],
    ['env.save', 1],
    ['backup', undefined],
    ['signature.given', 1],
  ])
  expect(store.tampering.reports).toEqual([])
  expect(lines.filter(({ level }) => level !== 'info')).toEqual([])
})

test('rows that somebody changed before the update are reported once, and still grant nothing', () => {
  const folder = oldFolder((db) =>
    db.exec(`
      UPDATE peer_policies SET allow_send = 1 WHERE pubkey = '${peer}';
      INSERT INTO peer_policies VALUES ('${'cc'.repeat(32)}', 1, 1, '[]');
      UPDATE peer_generations SET allow_1x = 1;
      DELETE FROM settings WHERE name = 'protocol';
      DELETE FROM env_settings WHERE name = 'RELAYS'`),
  )

  for (let start = 0; start < 2; start += 1) {
    const { store, kept } = open(folder)
    const { reports } = store.tampering
    if (start === 0) {
      expect(reports).toEqual([
        { table: 'peer_policies', added: 1, changed: 1, gone: 0, ids: expect.any(Array) },
        { table: 'peer_generations', added: 0, changed: 1, gone: 0, ids: expect.any(Array) },
        { table: 'settings', added: 0, changed: 0, gone: 1, ids: ['1 protocol'] },
        { table: 'env_settings', added: 0, changed: 0, gone: 1, ids: ['1 RELAYS'] },
      ])
    }
    expect(kept.policies.list()).toEqual([
      { pubkey: peer, allowSend: false, allowReceive: false, denied: [] },
      { pubkey: other, allowSend: false, allowReceive: false, denied: [] },
    ])
    expect(kept.peerProtocols.of(self).get(peer)?.firstAllowed).toBe(false)
    expect(kept.settings.isLost('protocol')).toBe(true)
    expect(kept.settings.effectiveEnv({ RELAYS: 'e' }).RELAYS.source).toBe('deleted')
    expect(reports.filter(({ table }) => table.endsWith('settings'))).toHaveLength(2)
    store.close()
  }
})

test('a database that can’t be updated stays readable by the release before', () => {
  const folder = oldFolder((db) => db.exec("DELETE FROM guards WHERE name = 'owner'"))
  const file = join(folder, 'floe.db')

  expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'FORGED' }))

  const db = new Database(file, { readonly: true })
  expect(db.pragma('user_version', { simple: true })).toBe(BEFORE)
  expect(db.prepare('SELECT count(*) FROM peer_policies').pluck().get()).toBe(2)
  db.close()
})
