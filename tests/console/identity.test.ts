import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { OnboardingRequests } from '#contract/packages.ts'
import { configure } from '#contract/texts/configure.ts'
import { identity as texts } from '#contract/texts/home.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { moving } from '#contract/texts/moving.ts'
import { recover } from '#contract/texts/recover.ts'
import { signer } from '#contract/texts/signer.ts'
import { npubOf } from '#nostr/keys.ts'
import type { ApiServer } from '../support/api-server.ts'
import { copied } from '../support/console/clipboard.ts'
import { CLIPBOARD, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { door, openMore } from '../support/console/home.ts'
import { button } from '../support/console/owner.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { openPage } from './support/page.ts'

/** What a part of a page shows of an identity. */
async function shownIn(part: Locator): Promise<{ npub: string; words: string[] }> {
  const line = part.locator('p').filter({ hasText: `${texts.words}: ` })
  const [, said = ''] = ((await line.textContent()) ?? '').split(`${texts.words}: `)
  const words = said.split(' ')
  expect(words).toHaveLength(4)
  const npub = (await part.getByText(/^npub1[a-z0-9]{58}$/).textContent()) ?? ''
  return { npub, words }
}

const toCompare = (page: Page) => page.getByRole('region', { name: texts.compareTitle })

/** A Floe with nothing saved yet, on its Configure screen. */
async function openJoiner(scope: Scope) {
  const floe = await startConsole(scope)
  return { floe, form: await openConfigure(scope, floe.url, CLIPBOARD) }
}

/** Goes to where device 2 is handed its new share in a package. */
async function dealPackage(page: Page, share: string): Promise<void> {
  await button(page, signer.move).click()
  await page.getByRole('radio', { name: moving.ways.deal[0] }).check()
  await button(page, moving.next).click()
  await button(page, recover.add(1, 2)).click()
  await page.getByLabel(recover.share(2), { exact: true }).fill(share)
  await button(page, moving.next).click()
  await button(page, moving.deal).click()
  await page.getByRole('checkbox', { name: moving.understood }).check()
  await page.getByRole('checkbox', { name: moving.oldKept }).check()
  await button(page, moving.save).click()
  await toCompare(page).waitFor()
}

/** Allows the device that asks, by a call: the page here is the asking device's, and there is one page at a time. */
async function allowWhoAsks(floe: ApiServer): Promise<void> {
  const asking = async () =>
    ((await floe.get('/api/joining/requests')).body as OnboardingRequests).requests[0]?.pubkey
  await until(async () => (await asking()) !== undefined)
  await floe.post(`/api/joining/requests/${await asking()}`, { approve: true })
}

describe('whoever hands out a share and whoever takes it see the same identity', () => {
  it('with a share of 1.x and its group', async (scope) => {
    const inviter = await openPage(scope, (await startConsole(scope)).url, CLIPBOARD)
    await door(inviter, 'create').click()
    await inviter.getByLabel(keyset.name, { exact: true }).fill('Family')
    await openMore(inviter)
    await inviter.getByRole('checkbox', { name: keyset.old }).check()
    await button(inviter, keyset.create).click()
    await button(inviter, keyset.next).click()
    const shown = await shownIn(toCompare(inviter))
    const handedOut = [
      await copied(inviter, keyset.what.share(2)),
      await copied(inviter, keyset.what.group),
    ] as const
    await inviter.close()

    const { form } = await openJoiner(scope)
    await paste(form, form.share, handedOut[0])
    await paste(form, form.group, handedOut[1])
    await form.page.getByText(configure.belong(2, 2, 3)).waitFor()
    expect(await shownIn(form.page.locator('form'))).toEqual(shown)
  })

  it('with an invitation of 2026', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const inviter = await openPage(scope, floe.url, CLIPBOARD)
    await dealPackage(inviter, group.share(2))
    await floe.status(({ nodeActive }) => nodeActive)
    const shown = await shownIn(toCompare(inviter))
    expect(shown.npub).toBe(npubOf(group.keyset.group.group_pk.slice(2)))
    const invitation = await copied(inviter, moving.what.package(2))
    const password = await copied(inviter, moving.what.password(2))
    await inviter.close()

    const { form } = await openJoiner(scope)
    await paste(form, form.share, invitation)
    await form.page.getByLabel(joining.password, { exact: true }).fill(password)
    await form.button(joining.open).click()
    await form.button(joining.join).click()
    await allowWhoAsks(floe)
    const panel = form.page.getByRole('region', { name: joining.progress })
    await panel.getByText(joining.compareTitle).waitFor()
    expect(await shownIn(panel)).toEqual(shown)
    await form.button(joining.same).click()
    await form.page.getByRole('region', { name: signer.verdict }).waitFor()
  })

  it('with a share sealed for an app', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const inviter = await openPage(scope, floe.url)
    await button(inviter, signer.move).click()
    await button(inviter, moving.next).click()
    await inviter.getByLabel(moving.appShare, { exact: true }).fill(group.share(2))
    await button(inviter, moving.seal).click()
    const shown = await shownIn(toCompare(inviter))
    expect(shown.npub).toBe(npubOf(group.keyset.group.group_pk.slice(2)))
  })
})
