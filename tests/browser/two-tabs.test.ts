// Only a browser has two tabs of one origin, and loads files of a build that may be gone.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { access } from '#contract/texts/access.ts'
import { configure } from '#contract/texts/configure.ts'
import { events } from '#contract/texts/events.ts'
import { shell } from '#contract/texts/shell.ts'
import { changes, credentials, signer } from '#contract/texts/signer.ts'
import { CLOSED } from '../support/access.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { button, dialog, settings } from '../support/console/owner.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { otherBuild } from './support/other-build.ts'
import { openPage, type PageOptions } from './support/page.ts'
import { keepToasts, toastsOf, untilToast } from './support/toasts.ts'

const API_KEY = 'a key that a person chose'

/** A signer with its credentials, and two tabs of one browser on it. */
async function openTwo(scope: Scope, options: PageOptions = {}) {
  const group = await startGroup(scope)
  const floe = await startConsole(scope)
  await floe.post('/api/env', { ...group.environment })
  const one = await openPage(scope, floe.url, options)
  const other = await one.context().newPage()
  other.setDefaultTimeout(60_000)
  await other.goto(floe.url)
  for (const page of [one, other]) {
    await page.getByText('2/3', { exact: true }).waitFor()
    await keepToasts(page)
  }
  return { group, floe, one, other }
}

const card = (page: Page) => page.getByRole('region', { name: signer.title })
const share = (page: Page) => card(page).getByLabel(credentials.share, { exact: true })

async function toConfigure(page: Page, title: string = configure.titleUpdate): Promise<void> {
  await button(page, shell.backToConfigure).click()
  await page.getByRole('heading', { name: title, exact: true }).waitFor()
}

async function clear(page: Page): Promise<void> {
  await button(page, configure.clear).click()
  await dialog(page, configure.clearTitle)
    .getByRole('button', { name: configure.clear, exact: true })
    .click()
  await untilToast(page, configure.cleared)
}

describeInBrowser('credentials that are cleared in one tab', () => {
  it('are gone from the signer in another, which says so once, and come back in both when others are saved', async (scope) => {
    const { group, floe, one, other } = await openTwo(scope)
    await toConfigure(one)
    await clear(one)

    await untilToast(other, changes.cleared)
    await card(other).getByText(credentials.removed).waitFor()
    await other.getByRole('heading', { name: signer.notSetUp }).waitFor()
    expect(await button(other, credentials.show).count()).toBe(0)
    expect(await toastsOf(other, changes.cleared)).toBe(1)
    expect(await toastsOf(one, changes.cleared)).toBe(0)
    await checkScreen(other, 'signer-cleared-elsewhere')

    await floe.post('/api/env', { ...group.environment, SHARE_CRED: group.share(2) })
    await one.getByRole('heading', { name: configure.titleUpdate, exact: true }).waitFor()
    await untilToast(other, changes.changed)
    await button(other, credentials.show).click()
    await card(other).getByText(credentials.ofIndex(2)).waitFor()
    expect(await share(other).inputValue()).toBe(group.share(2))
    // The title of the form changes before its content.
    const saved = one.getByLabel(configure.share, { exact: true })
    await expect.poll(() => saved.inputValue()).toBe(group.share(2))
  })

  it('are gone from the form of another, as long as nobody has typed into it', async (scope) => {
    const { one, other, floe } = await openTwo(scope)
    const third = await one.context().newPage()
    await third.goto(floe.url)
    for (const page of [one, other, third]) await toConfigure(page)
    await keepToasts(third)
    await third.getByLabel(configure.name, { exact: true }).fill('Typed')
    await clear(one)

    for (const page of [other, third]) {
      await page.getByRole('heading', { name: configure.title, exact: true }).waitFor()
      await untilToast(page, changes.cleared)
    }
    const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }).inputValue()
    expect([await field(other, configure.share), await field(other, configure.name)]).toEqual([
      '',
      '',
    ])
    // The cleared credentials do not stay beside the typed name as if they were still saved.
    expect([await field(third, configure.name), await field(third, configure.share)]).toEqual([
      'Typed',
      '',
    ])
  })

  it('are known to be gone when somebody else cleared them, wherever the page is', async (scope) => {
    const { one, other, floe } = await openTwo(scope)
    await one.getByRole('tab', { name: shell.tabs.recover }).click()
    await toConfigure(other)
    await floe.post('/api/env/delete', { keys: ['SHARE_CRED', 'GROUP_CRED', 'GROUP_NAME'] })
    for (const page of [one, other]) await untilToast(page, changes.cleared)
  })
})

describeInBrowser('an update of the server', () => {
  it('is announced in every tab, once, and leads to the new build', async (scope) => {
    const { group, one, other, floe } = await openTwo(scope, { isNewHere: true })
    await toConfigure(one)
    await floe.stop()
    await other.getByText(events.reconnecting).waitFor()
    await floeAgain(scope, floe, group.environment, otherBuild(scope))

    const notices = (page: Page) => page.getByText(shell.partFailed.updated)
    for (const page of [one, other]) {
      await notices(page).waitFor()
      await button(page, shell.settings).click()
      // The settings can't be loaded any more: the notice gets the focus, and no second notice comes.
      await until(() =>
        button(page, shell.reload).evaluate((element) => element === document.activeElement),
      )
      expect(await notices(page).count()).toBe(1)
      expect(
        await page
          .getByRole('alert')
          .filter({ has: notices(page) })
          .count(),
      ).toBe(1)
    }
    await checkScreen(other, 'updated')

    await button(other, shell.reload).click()
    await button(other, shell.settings).click()
    await settings(other).waitFor()
    expect(await notices(other).count()).toBe(0)
  })

  it('is announced on a page that asks the server for nothing, as soon as somebody looks at it', async (scope) => {
    const floe = await startConsole(scope, { environment: { ...CLOSED, API_KEY } })
    const page = await openPage(scope, floe.url, { isNewHere: true })
    await page.getByRole('heading', { name: access.title }).waitFor()
    await floe.stop()
    await floeAgain(scope, floe, { ...CLOSED, API_KEY }, otherBuild(scope))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByText(shell.partFailed.updated).waitFor()
    expect(await page.getByText(shell.partFailed.updated).count()).toBe(1)
  })

  it('is not announced after a restart with the same build', async (scope) => {
    const { group, one, other, floe } = await openTwo(scope)
    await toConfigure(one)
    await floe.stop()
    await other.getByText(events.reconnecting).waitFor()
    const asked = [one, other].map((page) =>
      page.waitForResponse((response) => new URL(response.url()).pathname === '/', {
        timeout: 60_000,
      }),
    )
    await floeAgain(scope, floe, group.environment)
    for (const response of await Promise.all(asked)) await response.finished()
    await other.getByText(events.reconnecting).waitFor({ state: 'detached' })
    for (const page of [one, other]) {
      await button(page, shell.settings).click()
      await settings(page).waitFor()
      expect(await page.getByText(shell.partFailed.updated).count()).toBe(0)
    }
  })
})
