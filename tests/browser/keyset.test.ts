// Only a browser asks before it closes a page, has storage of each kind, and has several tabs.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { SESSION_TIMEOUT_S_MIN } from '#config/limits.ts'
import { access } from '#contract/texts/access.ts'
import { common } from '#contract/texts/common.ts'
import { keyset as texts } from '#contract/texts/keyset.ts'
import { keyPair } from '#nostr/keys.ts'
import { CLOSED } from '../support/access.ts'
import { startConsole } from '../support/console/console.ts'
import { door } from '../support/console/home.ts'
import { create, goOn, openCreator, shown } from '../support/console/new-keyset.ts'
import { button } from '../support/console/owner.ts'
import { endSessions, logoutButton, openSignedIn, signIn } from '../support/console/sign-in.ts'
import { findSecrets, formsOf } from '../support/secret-search.ts'
import { until } from '../support/until.ts'
import { describeInBrowser } from './support/chromium.ts'

const KEY = keyPair('5d'.repeat(32))
const GROUP = texts.what.group
const share = texts.what.share

/** Reloads the page. @returns whether the browser asks before; then the page stays */
async function asksBeforeClosing(page: Page): Promise<boolean> {
  const asked = new Promise<boolean>((resolve) => {
    page.once('load', () => resolve(false))
    page.once('dialog', async (dialog) => {
      await dialog.dismiss()
      resolve(true)
    })
  })
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const answer = await asked
  page.removeAllListeners('load')
  page.removeAllListeners('dialog')
  return answer
}

describeInBrowser('handing out shares', () => {
  it('leaves nothing behind, on the page or in the browser', async (scope) => {
    const page = await openCreator(scope)
    await create(page, { secretKey: KEY.nsec })
    await goOn(page, texts.shareTitle(2, 3))
    const secrets = {
      share: await shown(page, share(2), 'bfshare'),
      group: await shown(page, GROUP, 'bfgroup'),
      nsec: KEY.nsec,
      key: Buffer.from(KEY.hexPrivateKey, 'hex'),
    }
    const forms = formsOf(secrets)
    expect(findSecrets(forms, { page: await page.content() })).not.toEqual([])
    await button(page, common.cancel).click()
    await button(page, texts.leave).click()
    await door(page, 'create').waitFor()
    const storage = await page.context().storageState({ indexedDB: true })
    const session = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    const places = { page: await page.content(), storage: JSON.stringify(storage), session }
    expect(findSecrets(forms, places)).toEqual([])
    expect(await page.evaluate(() => caches.keys())).toEqual([])
  })

  it('asks before the page is closed, from the first share to the last', async (scope) => {
    const page = await openCreator(scope)
    expect(await asksBeforeClosing(page)).toBe(false)
    await door(page, 'create').click()
    await create(page, { totalMembers: 2 })
    expect(await asksBeforeClosing(page)).toBe(true)
    await goOn(page, texts.shareTitle(2, 2))
    await page.getByLabel(texts.stored(2)).check()
    await goOn(page, texts.summaryTitle)
    expect(await asksBeforeClosing(page)).toBe(true)
    await button(page, common.cancel).click()
    await button(page, texts.leave).click()
    await door(page, 'create').waitFor()
    expect(await asksBeforeClosing(page)).toBe(false)
  })

  it('keeps the shares when the session ends meanwhile, until somebody signs in from another tab', async (scope) => {
    const API_KEY = 'sixteen letters!'
    const floe = await startConsole(scope, { environment: { ...CLOSED, API_KEY } })
    const page = await openSignedIn(scope, floe, API_KEY, { isNewHere: true })
    await page.clock.install()
    await door(page, 'create').click()
    await create(page)
    await untilUsed(page, 200)
    await endSessions(floe, API_KEY)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await untilUsed(page, 401)
    await untilUsed(page, 401)
    expect(asked, 'would bring the login screen').not.toContain('/api/auth/status')
    await page.getByText(access.endedKept).waitFor()
    await goOn(page, texts.shareTitle(2, 3))

    const other = await page.context().newPage()
    await other.goto(floe.url)
    await signIn(other, { apiKey: API_KEY })
    await logoutButton(other).waitFor()
    await untilUsed(page, 200)
    await page.getByText(access.endedKept).waitFor({ state: 'detached' })
  })
})

/** Moves the page's clock forward until the server answers with this status. */
async function untilUsed(page: Page, status: number): Promise<void> {
  let answered = false
  page.on('response', (response) => {
    if (response.url().includes('/api/status') && response.status() === status) answered = true
  })
  await until(
    async () => {
      if (!answered) await page.clock.fastForward((SESSION_TIMEOUT_S_MIN * 1_000) / 2)
      return answered
    },
    { what: `HTTP ${status}`, interval: 500 },
  )
}
