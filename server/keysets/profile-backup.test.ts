import { expect, onTestFinished, test } from 'vitest'
import { packages as texts } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { fail, ok } from '#lib/errors.ts'
import { signEvent } from '#nostr/event.ts'
import { dealKey } from '#protocol/v2/dealing.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import { backupKey } from '#protocol/v2/profile.ts'
import { RelayPool } from '#relay/pool.ts'
import { RelayFixture } from '../../relay-fixture/relay.ts'
import { publish } from '../../tests/support/publish.ts'
import { DEAD_RELAY_URL } from '../../tests/support/relay-client.ts'
import { simulateRelays } from '../../tests/support/simulated-relays.ts'
import { until } from '../../tests/support/until.ts'
import { sealBackup } from '../../tests/support/v2-packages.ts'
import { present, recordedKey, recordedShare, vectors } from '../../tests/support/v2-vectors.ts'
import { V2_BACKUP_KIND } from './limits.ts'
import { findBackup } from './profile-backup.ts'

const { seckey } = recordedShare(1)
const self = recordedKey(1)
const { group } = vectors.keyset
const { event: recorded } = vectors.packages.backup
const named = (name: string): GroupPackage => ({ ...group, group_name: name })

async function startRelay(verify = true): Promise<RelayFixture> {
  const relay = await RelayFixture.start({ verify })
  onTestFinished(() => relay.stop())
  return relay
}

/** A back-up as a device publishes it. */
function backupEvent(
  held: GroupPackage,
  { createdAt = 1_790_000_000, author = seckey, pubkey = self, publicKey = self } = {},
): NostrEvent {
  const device = { name: 'Phone', overrides: [], relays: [], group: held, publicKey }
  const content = sealBackup(device, backupKey(seckey))
  if (!content.ok) throw new Error(content.error)
  const template = { kind: V2_BACKUP_KIND, created_at: createdAt, tags: [] }
  return signEvent({ ...template, content: content.value }, author, pubkey)
}

const dialPolicy = () => ({ publicOnly: false })
/** The default bound is longer than a test may take: a search that ends has not waited for it. */
const search = (
  relays: readonly Pick<RelayFixture, 'url'>[],
  { bound = 600_000, signal = new AbortController().signal } = {},
) =>
  findBackup({
    seckey,
    relays: relays.map(({ url }) => url),
    dialPolicy,
    relayPool: new RelayPool(),
    bound,
    signal,
  })

test('The back-up of a genuine device is found, however old it is', async () => {
  const relay = await startRelay()
  await publish(relay, recorded)
  const found = await search([relay])
  expect(found).toEqual(ok(group))
  await until(() => relay.connections === 0)
})

test('The newest back-up of all relays counts', async () => {
  const relays = await Promise.all([startRelay(), startRelay(), startRelay()])
  for (const [at, relay] of relays.entries()) {
    const createdAt = [1_700_000_000, 1_780_000_000, 1_750_000_000][at]
    await publish(relay, backupEvent(named(`Group ${at}`), { createdAt: present(createdAt) }))
  }
  expect(await search(relays)).toEqual(ok(named('Group 1')))
})

test('Anything but a back-up of this share is ignored, however new it is', async () => {
  const stranger = dealKey(undefined, {
    threshold: 2,
    totalMembers: 2,
    name: 'Foreign',
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
  })
  if (!stranger.ok) throw new Error(stranger.error)
  const later = { createdAt: 1_795_000_000 }
  const honest = backupEvent(named('Ours'))
  const { content } = backupEvent(named('Damaged'), later)
  const wrong = [
    { ...backupEvent(named('Unsigned'), later), sig: '00'.repeat(64) },
    { ...backupEvent(named('Other id'), later), id: '11'.repeat(32) },
    backupEvent(stranger.value.group, later),
    backupEvent(named('Other device'), { ...later, publicKey: recordedKey(2) }),
    backupEvent({ ...group, group_pk: recordedKey(2) }, later),
    signEvent(
      { kind: V2_BACKUP_KIND, created_at: 1_795_000_000, tags: [], content: `${content}A` },
      seckey,
      self,
    ),
    backupEvent(named('Other author'), {
      ...later,
      author: recordedShare(2).seckey,
      pubkey: recordedKey(2),
    }),
  ]
  for (const event of wrong) {
    const [liar, other] = [await startRelay(false), await startRelay()]
    liar.setFaults({ ignoreFilters: true })
    await publish(liar, event)
    expect(await search([liar])).toMatchObject(fail(texts.noBackup))
    await publish(other, honest)
    expect(await search([liar, other])).toEqual(ok(named('Ours')))
  }
})

test('A relay that asks for authentication gets it, with the share’s own key', async () => {
  const relay = await startRelay()
  await publish(relay, recorded)
  relay.setFaults({ requireAuth: true })
  expect(await search([relay])).toEqual(ok(group))
})

test('The search continues on other relays when one is down', async () => {
  const [down, relay] = [{ url: DEAD_RELAY_URL }, await startRelay()]
  await publish(relay, recorded)
  expect(await search([down, relay])).toEqual(ok(group))
  expect(await search([down])).toMatchObject(fail(texts.noRelayHeard))
})

test('A search waits for a silent relay until its bound, and then returns what other relays have', async () => {
  const { time, startRelay } = simulateRelays({ onTestFinished })
  const [silent, relay] = [await startRelay(), await startRelay()]
  silent.setFaults({ mute: true })
  await publish(relay, recorded)
  const startedAt = Date.now()
  expect(await time.until(search([silent, relay], { bound: 700 }))).toEqual(ok(group))
  expect(await time.until(search([silent], { bound: 300 }))).toMatchObject(fail(texts.noRelayHeard))
  expect(Date.now() - startedAt).toBeLessThan(2_000)
})

test('If no relay has a back-up, the search ends at once', async () => {
  const relay = await startRelay()
  expect(await search([relay])).toMatchObject(fail(texts.noBackup))
})

test('A search ends when its signal aborts', async () => {
  const relay = await startRelay()
  relay.setFaults({ mute: true })
  const asker = new AbortController()
  const searching = search([relay], { signal: asker.signal })
  asker.abort()
  expect(await searching).toMatchObject({ ok: false })
})
