import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { devices } from '#contract/texts/devices.ts'
import { joining as texts } from '#contract/texts/joining.ts'
import { xOnly } from '#nostr/x-only.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { openRequests } from '../support/console/home.ts'
import { openPage } from '../support/console/open-page.ts'
import { dialog } from '../support/console/owner.ts'
import { pubkeyOf, shortOf } from '../support/console/peer-list.ts'
import type { Scope } from '../support/scope.ts'

const waiting = (page: Page) => dialog(page, texts.requests)
const decided = (page: Page) => dialog(page, texts.requestsDecided)

const state = (page: Page, is: keyof typeof texts.requestStates) =>
  decided(page).getByText(new RegExp(`^${texts.requestStates[is]} ·`))

const HOUR = 3_600_000
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
const anHourBefore = (time: string): string => new Date(Date.parse(time) - HOUR).toISOString()

/** The page of a signer, and device 3, which asks that signer for the group by `ask`. */
async function openAsked(scope: Scope, environment = {}) {
  const group = await startGroup(scope)
  const floe = await startConsole(scope, {
    environment: { ...group.environment, ...environment },
  })
  const page = await openPage(scope, floe.url)
  await floe.status(({ nodeActive }) => nodeActive)
  const peer = await startFloePeer(scope, group, 3)
  const ask = () => peer.node.onboard(xOnly(pubkeyOf(group, 1)))
  return { group, floe, page, ask }
}

describe('a device that asks to join', () => {
  it('waits until the owner allows it, and then gets the group', async (scope) => {
    const { group, page, ask } = await openAsked(scope)
    const first = ask()
    await openRequests(page)
    await waiting(page).getByText(texts.member(3), { exact: true }).waitFor()
    await waiting(page).getByText(shortOf(group, 3)).waitFor()
    await waiting(page)
      .getByRole('button', { name: texts.allowMember(3) })
      .click()
    await page.getByText(texts.allowed(3)).waitFor()
    const told = await first
    const asked = told.ok ? told : await ask()
    expect(asked).toMatchObject({ ok: true, value: { threshold: 2 } })
    await state(page, 'answered').waitFor()
    await page.getByRole('button', { name: texts.hideMember(3) }).click()
    await state(page, 'answered').waitFor({ state: 'hidden' })
  })

  it('is refused when the owner says so, and can be allowed after all', async (scope) => {
    const { page, ask } = await openAsked(scope)
    const first = ask()
    await openRequests(page)
    await waiting(page)
      .getByRole('button', { name: texts.refuseMember(3) })
      .click()
    await page.getByText(texts.refused(3)).waitFor()
    expect(await first).toMatchObject({ ok: false })
    await state(page, 'refused').waitFor()
    await page.getByRole('button', { name: texts.allowMember(3) }).click()
    await page.getByText(texts.allowed(3)).waitFor()
    expect(await ask()).toMatchObject({ ok: true })
  })

  it('gets the group at once where the owner need not approve it, and is shown all the same', async (scope) => {
    const { page, ask } = await openAsked(scope, { APPROVE_ONBOARDING: 'false' })
    expect(await ask()).toMatchObject({ ok: true })
    await page.getByRole('button', { name: devices.add }).click()
    const list = page.getByRole('region', { name: texts.requestsDecided })
    await list.getByText(new RegExp(`^${texts.requestStates.answered} ·`)).waitFor()
    expect(await page.getByRole('button', { name: texts.allowMember(3) }).count()).toBe(0)
  })

  it('is shown for as long if this machine’s clock is ahead of the server’s', async (scope) => {
    const { page, ask } = await openAsked(scope, { APPROVE_ONBOARDING: 'false' })
    await page.route(/\/api\/(status|joining\/requests)/, async (route) => {
      const answer = await (await route.fetch()).text()
      await route.fulfill({ body: answer.replace(TIME, (time) => anHourBefore(time)) })
    })
    expect(await ask()).toMatchObject({ ok: true })
    await page.getByRole('button', { name: devices.add }).click()
    const list = page.getByRole('region', { name: texts.requestsDecided })
    await list.getByText(new RegExp(`^${texts.requestStates.answered} ·`)).waitFor()
  })
})
