import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { common } from '#contract/texts/common.ts'
import { configure as texts } from '#contract/texts/configure.ts'
import { shares } from '#contract/texts/shares.ts'
import { shell } from '#contract/texts/shell.ts'
import { credentials } from '#contract/texts/signer.ts'
import { CLOSED } from '../support/access.ts'
import { type ApiServer, newKeyset } from '../support/api-server.ts'
import { type ConfigurePage, envOf, openConfigure } from '../support/console/configure.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { openPage } from '../support/console/open-page.ts'
import { button } from '../support/console/owner.ts'
import { openSettings, signIn, signInButton } from '../support/console/sign-in.ts'
import type { Scope } from '../support/scope.ts'

interface Kept {
  shareCredential: string
  name?: string
}

const kept = (page: Page): Promise<Kept[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('floe.share-records') ?? '[]'))

/** A form that is filled in, in a browser that keeps records unless `keeps` is false. */
async function configured(
  scope: Scope,
  { keeps = true } = {},
): Promise<{ floe: ApiServer; screen: ConfigurePage; group: Group }> {
  const group = await startGroup(scope)
  const { RELAYS = '' } = group.environment
  const floe = await startConsole(scope, { environment: { RELAYS } })
  const screen = await openConfigure(scope, floe.url)
  await fillIn(screen, group)
  if (!keeps) {
    const keep = await openSetting(screen.page)
    await keep.click()
    await button(screen.page, common.done).click()
    await keep.waitFor({ state: 'detached' })
  }
  return { floe, screen, group }
}

/** Opens, over the form, the setting of whether this browser keeps records. */
async function openSetting(page: Page): Promise<Locator> {
  await button(page, shares.changeLabel).click()
  const keep = page.getByRole('switch', { name: shares.keep })
  await keep.waitFor()
  return keep
}

async function fillIn(screen: ConfigurePage, group: Group): Promise<void> {
  await screen.name.fill('Main')
  await screen.share.fill(group.share(1))
  await screen.group.fill(group.keyset.groupCredential)
}

async function save({ submit, button }: ConfigurePage): Promise<void> {
  await submit.click()
  await button(shell.backToConfigure).click()
}

const KEY = 'sixteen letters!'

/** A page signed in to a configured signer. */
async function signedIn(scope: Scope) {
  const group = await startGroup(scope)
  const floe = await startConsole(scope, {
    environment: { ...CLOSED, API_KEY: KEY, ...group.environment },
  })
  const page = await openPage(scope, floe.url)
  await signIn(page, { apiKey: KEY })
  await keepOne(page)
  return { floe, page }
}

/** Has the credentials shown, and so kept. */
async function keepOne(page: Page): Promise<void> {
  await button(page, credentials.show).click()
  await expect.poll(() => kept(page)).toHaveLength(1)
}

describe('share records in this browser', () => {
  it('are not kept where the owner wants none', async (scope) => {
    const { screen, group } = await configured(scope, { keeps: false })
    await screen.page.getByText(shares.notKeptHere).waitFor()
    expect(await screen.name.inputValue()).toBe('Main')
    expect(await screen.share.inputValue()).toBe(group.share(1))
    await save(screen)
    await screen.button(texts.continue).waitFor()
    expect(await kept(screen.page)).toEqual([])
  })

  it('hold what the signer was configured with, and go, after a question, when the owner wants none any more', async (scope) => {
    const { screen, group } = await configured(scope)
    await save(screen)
    await screen.page.getByText(`${shares.keptHere.untilSignOut} ${shares.kept(1)}.`).waitFor()
    const keep = await openSetting(screen.page)
    expect(await kept(screen.page)).toMatchObject([
      { shareCredential: group.share(1), name: 'Main' },
    ])
    await keep.click()
    const dialog = screen.page.getByRole('dialog', { name: shares.removeTitle(1) })
    await dialog.getByRole('button', { name: common.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    const cancelled = [await keep.isChecked(), (await kept(screen.page)).length]
    await keep.click()
    await dialog.getByRole('button', { name: shares.remove }).click()
    await screen.toast(shares.removed).waitFor()
    const removed = [await keep.isChecked(), (await kept(screen.page)).length]
    expect([cancelled, removed]).toEqual([
      [true, 1],
      [false, 0],
    ])
  })

  it('stay when the credentials are cleared on the server', async (scope) => {
    const { screen } = await configured(scope)
    await save(screen)
    await screen.clear.click()
    await screen.page.getByRole('dialog').getByRole('button', { name: texts.clear }).click()
    await screen.toast(texts.cleared).waitFor()
    expect(await kept(screen.page)).toHaveLength(1)
  })

  it('go with the credentials when the owner says so', async (scope) => {
    const { screen } = await configured(scope)
    await save(screen)
    await screen.clear.click()
    const dialog = screen.page.getByRole('dialog')
    await dialog.getByLabel(shares.alsoRemove(1)).check()
    await dialog.getByRole('button', { name: texts.clear }).click()
    await screen.toast(texts.cleared).waitFor()
    expect(await kept(screen.page)).toEqual([])
  })

  it('go when their owner signs out, and when the session ends', async (scope) => {
    const { floe, page } = await signedIn(scope)
    await button(page, shell.logout).click()
    await signInButton(page).waitFor()
    expect(await kept(page)).toEqual([])

    await signIn(page, { apiKey: KEY })
    await keepOne(page)
    floe.context.auth.sessions.endAll()
    await signInButton(page).waitFor()
    expect(await kept(page)).toEqual([])
  })

  it('go when a page finds that the session has ended while it was closed', async (scope) => {
    const { floe, page } = await signedIn(scope)
    await page.goto('about:blank')
    floe.context.auth.sessions.endAll()
    await page.goto(floe.url)
    await signInButton(page).waitFor()
    await expect.poll(() => kept(page)).toEqual([])
  })

  it('stay after signing out if the owner chose that', async (scope) => {
    const { page } = await signedIn(scope)
    await openSettings(page, 'browser')
    await page.getByRole('checkbox', { name: shares.stay }).check()
    await button(page, shell.logout).click()
    await signInButton(page).waitFor()
    expect(await kept(page)).toHaveLength(1)
  })

  it('say so when the browser has no room, and leave the signer configured', async (scope) => {
    const { screen } = await configured(scope)
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
    const { setItem } = localStorage
    scope.onTestFinished(
      () => void Object.defineProperty(localStorage, 'setItem', { value: setItem }),
    )
    Object.defineProperty(localStorage, 'setItem', { value: full, configurable: true })
    await screen.submit.click()
    await screen.toast(shares.notKept).waitFor()
    await screen.button(shell.backToConfigure).waitFor()
  })
})

describe('share records on the server', () => {
  /** A configured signer with two saved records beside what it runs on. */
  async function withRecords(scope: Scope) {
    const { floe, screen } = await configured(scope)
    for (const name of ['Old phone', 'Spare']) {
      const { groupCredential, shareCredentials } = newKeyset()
      const [shareCredential] = shareCredentials
      const record = { shareCredential, groupCredential, name }
      expect((await floe.post('/api/shares', record)).status).toBe(200)
    }
    await save(screen)
    const names = () =>
      floe.context.store
        .keyset(1)
        .shares.list()
        .map(({ name }) => name)
    return { floe, screen, names }
  }

  it('are deleted one by one, after a warning of what is lost', async (scope) => {
    const { screen, names } = await withRecords(scope)
    const remove = screen.button(shares.deleteRecord('Old phone'))
    await remove.click()
    const dialog = screen.page.getByRole('dialog', { name: shares.deleteTitle('Old phone') })
    await dialog.getByText(shares.deleteText).waitFor()
    await dialog.getByRole('button', { name: common.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(names()).toEqual(['Spare', 'Old phone'])
    await remove.click()
    await dialog.getByRole('button', { name: shares.deleteForGood }).click()
    await screen.toast(shares.deleted).waitFor()
    await remove.waitFor({ state: 'detached' })
    expect(names()).toEqual(['Spare'])
  })

  it.for([false, true])(
    'go with the credentials only if that is asked for: %s',
    async (said, scope) => {
      const { floe, screen, names } = await withRecords(scope)
      await screen.clear.click()
      const dialog = screen.page.getByRole('dialog')
      const also = dialog.getByLabel(shares.alsoDelete(2))
      expect(await also.isChecked()).toBe(false)
      if (said) await also.check()
      await dialog.getByRole('button', { name: texts.clear }).click()
      await screen.toast(texts.cleared).waitFor()
      expect(await envOf(floe)).not.toHaveProperty('SHARE_CRED')
      expect(names()).toEqual(said ? [] : ['Spare', 'Old phone'])
    },
  )
})
