import { describe, expect, it } from 'vitest'
import { decoding, packages } from '#contract/messages.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { configure } from '#contract/texts/configure.ts'
import { home } from '#contract/texts/home.ts'
import { joining as texts } from '#contract/texts/joining.ts'
import { signer } from '#contract/texts/signer.ts'
import { V2_BACKUP_KIND } from '#keysets/limits.ts'
import { signEvent } from '#nostr/event.ts'
import { dealKey } from '#protocol/v2/dealing.ts'
import { backupKey, type PolicyOverride, UNSET } from '#protocol/v2/profile.ts'

import { sealOnboard } from '#protocol/v2/share-package.ts'
import { cheapSealing } from '../support/cheap-hashing.ts'
import { CLIPBOARD, envOf, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole } from '../support/console/console.ts'
import { mistype } from '../support/credentials.ts'
import { seededPrng } from '../support/prng.ts'
import { publish } from '../support/publish.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { sealBackup, sealProfile, sealShare } from '../support/v2-packages.ts'
import { present } from '../support/v2-vectors.ts'

/** A relay's address where nobody listens. */
const NOWHERE = 'ws://127.0.0.1:9'
const PASSWORD = 'lake orbit velvet candle'
const key = cheapSealing(PASSWORD)

const dealt = dealKey(undefined, {
  threshold: 2,
  totalMembers: 3,
  name: 'Family',
  random: seededPrng(7_026).bytes,
})
if (!dealt.ok) throw new Error(dealt.error)
const { group, shares } = dealt.value
const share = present(shares[1])
const { seckey } = share
const json = { share: JSON.stringify(share), group: JSON.stringify(group) }

/** What the device that had the share before left on its relays. */
function backupEvent(): NostrEvent {
  const publicKey = present(group.members[1]).pubkey.slice(2)
  const device = { name: 'Desk', overrides: [], relays: [], group, publicKey }
  const content = sealBackup(device, backupKey(seckey))
  if (!content.ok) throw new Error(content.error)
  const template = { kind: V2_BACKUP_KIND, created_at: 1_790_000_000, tags: [] }
  return signEvent({ ...template, content: content.value }, seckey, publicKey)
}

/** The Configure screen of a new signer, and a relay for it. */
async function open(scope: Scope) {
  const relay = await startRelayFor(scope)
  const floe = await startConsole(scope, {
    environment: { RELAYS: JSON.stringify([relay.url]) },
  })
  const form = await openConfigure(scope, floe.url, CLIPBOARD)
  const password = form.page.getByLabel(texts.password, { exact: true })
  const openPackage = form.button(texts.open)
  return { relay, floe, form, page: form.page, password, openPackage }
}

describe('a package of the 2026 generation', () => {
  it('is opened with its password, fills the form, and runs once saved', async (scope) => {
    const { relay, floe, form, page, password, openPackage } = await open(scope)
    const relays = [NOWHERE, relay.url]
    const profile = { name: 'Desk', overrides: [], relays, group, seckey }
    await paste(form, form.group, await sealProfile(profile, key))
    await page.getByText(texts.moved).waitFor()
    await page.getByText(texts.kinds.bfprofile.title, { exact: true }).waitFor()
    expect([await form.group.count(), await form.submit.isDisabled()]).toEqual([0, true])

    await password.fill(`${PASSWORD}!`)
    await page.keyboard.press('Enter')
    const refusal = page.getByText(packages.wrongPassword)
    await refusal.waitFor()
    await password.fill(PASSWORD)
    await openPackage.click()
    await page.getByText(texts.opened(configure.configure)).waitFor()
    await page.getByText(configure.belong(2, 2, 3)).waitFor()
    expect([await form.name.inputValue(), await password.count()]).toEqual(['Family', 0])
    for (const url of relays) await page.getByText(url, { exact: true }).waitFor()
    await form.submit.click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()

    await floe.status(({ nodeActive }) => nodeActive)
    expect(await envOf(floe)).toMatchObject({
      SHARE_CRED: json.share,
      GROUP_CRED: json.group,
      GROUP_NAME: 'Family',
      RELAYS: JSON.stringify(relays),
    })
  })

  it('brings what its owner denied a peer, and says so before it is saved', async (scope) => {
    const { relay, floe, form, page, password, openPackage } = await open(scope)
    const [peer, other] = [present(group.members[0]), present(group.members[2])]
    const policy = { request: UNSET, respond: { ...UNSET, sign: 'deny' } } as const
    const overrides = [{ pubkey: peer.pubkey.slice(2), policy: policy as PolicyOverride['policy'] }]
    const profile = { name: 'Desk', overrides, relays: [relay.url], group, seckey }
    await form.share.fill(await sealProfile(profile, key))
    await password.fill(PASSWORD)
    await openPackage.click()
    const notice = `${texts.opened(configure.configure)} ${texts.policies(1)}`
    await page.getByText(notice, { exact: true }).waitFor()
    await form.submit.click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()

    const receives = async (pubkey: string) => (await floe.get(`/api/peers/${pubkey}/policy`)).body
    expect(await receives(peer.pubkey)).toMatchObject({
      ...{ allowSend: true, allowReceive: true },
      denied: ['receive.sign'],
    })
    expect(await receives(other.pubkey)).toMatchObject({ source: 'default' })
  })

  it('finds the group of a share in the back-up on its relays', async (scope) => {
    const { relay, floe, form, page, password, openPackage } = await open(scope)
    await publish(relay, backupEvent())
    const before = relay.totalConnections
    await form.share.fill(await sealShare({ seckey, relays: [NOWHERE, relay.url] }, key))
    await password.fill(PASSWORD)
    await openPackage.click()
    const named = page.getByRole('region', { name: texts.lookTitle })
    await named.getByText(relay.url, { exact: true }).waitFor()
    expect(await named.getByText(texts.privateRelay, { exact: true }).count()).toBe(2)
    expect(relay.totalConnections).toBe(before)
    await form.button(texts.look).click()
    await page.getByText(texts.opened(configure.configure), { exact: true }).waitFor()
    await page.getByText(configure.belong(2, 2, 3)).waitFor()
    expect([await form.name.inputValue(), await form.group.inputValue()]).toEqual([
      'Family',
      json.group,
    ])
    await form.submit.click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
    await floe.status(({ nodeActive }) => nodeActive)
    expect(await envOf(floe)).toMatchObject({ SHARE_CRED: json.share, GROUP_CRED: json.group })
  })

  it('asks for the group of a share that has no back-up, and then accepts it', async (scope) => {
    const { relay, form, page, password, openPackage } = await open(scope)
    await form.share.fill(await sealShare({ seckey, relays: [relay.url] }, key))
    await password.fill(PASSWORD)
    await openPackage.click()
    await form.button(texts.look).click()
    await page.getByText(packages.noBackup).waitFor()
    expect(await password.inputValue()).toBe(PASSWORD)
    await form.group.fill(json.group)
    await openPackage.click()
    await page.getByText(configure.belong(2, 2, 3)).waitFor()
    expect(await form.share.inputValue()).toBe(json.share)
  })

  it('is reported as damaged before anybody looks for its password, and shows who invites before anything is sent', async (scope) => {
    const { relay, form, page, password, openPackage } = await open(scope)
    await form.share.fill(mistype(await sealShare({ seckey, relays: [relay.url] }, key), 200))
    await page.getByText(texts.unreadable(decoding.checksum)).waitFor()
    expect(await password.count()).toBe(0)
    await form.share.fill('')

    const inviter = present(group.members[0]).pubkey.slice(2)
    await paste(form, form.share, await sealOnboard({ seckey, relays: [relay.url], inviter }, key))
    await password.fill(PASSWORD)
    await openPackage.click()
    await page.getByText(texts.invited).waitFor()
    await page.getByTitle(inviter).waitFor()
    await page.getByText(relay.url, { exact: true }).waitFor()
    await page.getByText(texts.privateRelay, { exact: true }).waitFor()
    await form.button(texts.closeAgain).click()
    expect(await password.inputValue()).toBe('')
  })

  it('needs its group beside it when it is a share alone, keeps the name that was typed, and leaves no trace', async (scope) => {
    const { relay, floe, form, page, password, openPackage } = await open(scope)
    const sealed = await sealShare({ seckey, relays: [relay.url] }, key)
    await form.name.fill('Mine')
    await form.share.fill(sealed)
    await page.getByText(texts.kinds.bfshare.title, { exact: true }).waitFor()
    await page.getByText(texts.groupOptional).waitFor()
    await form.group.fill(json.group)
    await password.fill(PASSWORD)
    await openPackage.click()
    await page.getByText(configure.belong(2, 2, 3)).waitFor()
    expect([await form.name.inputValue(), await form.share.inputValue()]).toEqual([
      'Mine',
      json.share,
    ])
    // Neither its password nor the package itself is in the address, the storage or the log.
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    const places = { address: page.url(), kept, log: floe.log.join('\n') }
    expect(findSecrets(formsOf({ password: PASSWORD, sealed, seckey }), places)).toEqual([])
  })
})

describe('credentials of the 2026 generation as JSON', () => {
  it('are pasted in one go, and say who they sign as', async (scope) => {
    const { form, page } = await open(scope)
    await paste(form, form.name, JSON.stringify({ group, share }, null, 2))
    await page.getByText(configure.filledBoth).waitFor()
    await page.getByText(/^npub1/).waitFor()
    await form.name.fill('Pasted')
    await form.submit.click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
    await page.getByText(home.threshold(2, 3)).waitFor()
    expect(await page.getByRole('button', { name: signer.move }).count()).toBe(0)
  })
})
