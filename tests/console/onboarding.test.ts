import { npubEncode } from 'nostr-tools/nip19'
import { describe, expect, it } from 'vitest'
import { joining as reasons } from '#contract/messages.ts'
import { configure } from '#contract/texts/configure.ts'
import { identity } from '#contract/texts/home.ts'
import { joining as texts } from '#contract/texts/joining.ts'
import { signer } from '#contract/texts/signer.ts'
import type { JoiningTimings } from '#keysets/joining/attempt.ts'
import { xOnly } from '#nostr/x-only.ts'
import { identityWords } from '../../web/src/lib/identity-words.ts'
import { CLIPBOARD, envOf, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { door, openRequests } from '../support/console/home.ts'
import { ANY, like } from '../support/console/like.ts'
import { openPage } from '../support/console/open-page.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { INVITATION_PASSWORD, invitation } from '../support/invitation.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { present } from '../support/v2-vectors.ts'

/** An even key, whose 1.x shares are the same in the 2026 generation. */
const EVEN = '3'.padStart(64, '0')

/** A signer that invites, and a new one at its Configure screen with the invitation opened. */
async function openInvited(scope: Scope, joining: Partial<JoiningTimings> = {}) {
  const group = await startGroup(scope, { secretKey: EVEN })
  const inviting = await startConsole(scope, { environment: group.environment })
  await inviting.status(({ nodeActive }) => nodeActive)
  const floe = await startConsole(scope, { timings: { joining } })
  const form = await openConfigure(scope, floe.url, CLIPBOARD)
  const { page } = form
  const { seckey } = present(group.keyset.shares[1])
  const inviter = xOnly(pubkeyOf(group, 1))
  await paste(form, form.share, await invitation(seckey, inviter, [group.relay.url]))
  await page.getByLabel(texts.password, { exact: true }).fill(INVITATION_PASSWORD)
  await form.button(texts.open).click()
  const panel = page.getByRole('region', { name: texts.progress })
  const join = async () => {
    await form.button(texts.join).click()
    await panel.waitFor()
  }
  /** Presses a button on the inviting signer's page, and comes back. */
  const onInviting = async (name: string) => {
    await page.close()
    const other = await openPage(scope, inviting.url)
    await openRequests(other)
    await other.getByRole('dialog').getByRole('button', { name }).click()
    await other.getByRole('dialog').getByRole('button', { name }).waitFor({ state: 'detached' })
    await other.close()
    await page.goto(floe.url)
  }
  /** Refuses by the inviting signer's API, so that the page here stays. */
  const refuse = async () => {
    const pubkey = pubkeyOf(group, 2)
    await until(async () => {
      const { status } = await inviting.post(`/api/joining/requests/${pubkey}`, { approve: false })
      return status === 200
    })
  }
  return { group, inviting, floe, form, page, panel, join, onInviting, refuse }
}

describe('joining a keyset', () => {
  it('waits for the inviting owner, shows the identity to compare, and signs once saved', async (scope) => {
    const { group, inviting, floe, form, page, panel, join } = await openInvited(scope)
    await join()
    await panel.getByText(texts.askingHint).waitFor()
    await page.close()
    const npub = npubEncode(group.keyset.group.group_pk.slice(2))
    const words = identityWords(npub).join(' ')
    const other = await openPage(scope, inviting.url)
    await openRequests(other)
    await other
      .getByRole('dialog')
      .getByRole('button', { name: texts.allowMember(2) })
      .click()
    await other.getByRole('region', { name: identity.compareTitle }).getByText(npub).waitFor()
    await other.getByText(words).waitFor()
    await other.close()

    await page.goto(floe.url)
    await panel.getByText(npub).waitFor({ timeout: 30_000 })
    await panel.getByText(texts.size(2, 3)).waitFor()
    await panel.getByText(words).waitFor()
    expect(await envOf(floe)).toEqual({})
    await form.button(texts.same).click()
    await form.toast(configure.configured).waitFor()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
    await floe.status(({ canSign }) => canSign)
    const signed = await floe.post('/api/sign', { message: 'ab'.repeat(32) })
    expect(signed.status).toBe(200)
    expect(await floe.get('/api/joining')).toMatchObject({ body: { state: 'none' } })
  })

  it('says that the other owner has refused, and what to do', async (scope) => {
    const { refuse, page, join } = await openInvited(scope)
    await join()
    await refuse()
    await page.getByRole('alert').getByText(reasons.denied).waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: texts.dismiss }).click()
    await page.getByText(reasons.denied).waitFor({ state: 'detached' })
    await page.getByLabel(texts.password, { exact: true }).waitFor()
  })

  it('survives a reload, and can be given up', async (scope) => {
    const { floe, form, page, panel, join } = await openInvited(scope)
    await join()
    await panel.getByText(texts.askingHint).waitFor()
    await page.reload()
    await panel.getByText(texts.askingHint).waitFor()
    await form.button(texts.cancel).click()
    await page.getByText(texts.cancelled).waitFor()
    await door(page, 'join').waitFor()
    expect(await floe.get('/api/joining')).toMatchObject({ body: { state: 'none' } })
  })

  it('leaves nothing behind when it is the wrong identity', async (scope) => {
    const { onInviting, floe, form, panel, join } = await openInvited(scope)
    await join()
    await onInviting(texts.allowMember(2))
    await panel.getByText(texts.compareTitle).waitFor({ timeout: 30_000 })
    await form.button(texts.notSame).click()
    await panel.waitFor({ state: 'hidden' })
    expect(await envOf(floe)).toEqual({})
    expect(await floe.get('/api/joining')).toMatchObject({ body: { state: 'none' } })
  })

  it('says that no relay could be reached', async (scope) => {
    const { group, page, join } = await openInvited(scope, { connect: 1_000 })
    await group.relay.stop()
    await join()
    await page
      .getByRole('alert')
      .getByText(like(reasons.noRelay(ANY)))
      .waitFor({ timeout: 40_000 })
  })
})
