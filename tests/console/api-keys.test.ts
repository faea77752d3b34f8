import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/messages.ts'
import { access } from '#contract/texts/access.ts'
import { account as texts } from '#contract/texts/account.ts'
import { common } from '#contract/texts/common.ts'
import { rules } from '#contract/texts/rules.ts'
import { byKey, CLOSED } from '../support/access.ts'
import { startConsole } from '../support/console/console.ts'
import { ANY, like } from '../support/console/like.ts'
import { button, dialog, openOwned } from '../support/console/owner.ts'
import { field, openSettings, signIn } from '../support/console/sign-in.ts'
import { openPage } from './support/page.ts'

/** Makes a key in the open dialog, and puts the key's dialog away. @returns the key */
async function makeKey(page: Page, name: string, scope: string, preset?: string): Promise<string> {
  await button(page, texts.makeKey).click()
  await field(page, texts.newKey.name).fill(name)
  const rights = page.getByRole('group', { name: texts.newKey.scope })
  await rights.getByRole('radio', { name: scope }).check()
  if (preset !== undefined) {
    const unasked = page.getByRole('group', { name: rules.unasked })
    await unasked.getByRole('radio', { name: preset }).check()
  }
  await button(page, texts.newKey.make).click()
  const key = await page.getByRole('status', { name: texts.newKey.what }).textContent()
  await page.getByRole('checkbox', { name: texts.newKey.kept }).check()
  await button(page, common.done).click()
  await dialog(page, texts.newKey.keepTitle).waitFor({ state: 'hidden' })
  return key ?? ''
}

describe('the API keys', () => {
  it('are made with a scope that is explained, are shown once, and may have any name', async (scope) => {
    const { floe, page } = await openOwned(scope, 'keys')
    await page.getByText(texts.noKeys).waitFor()
    const key = await makeKey(page, 'dashboard', texts.newKey.scopes.read[0])
    expect((await floe.get('/api/status', byKey(key))).status).toBe(200)
    expect((await floe.get('/api/env', byKey(key))).status).toBe(403)
    await page.getByText(texts.newKey.scopes.read[1]).waitFor()
    expect(await page.content()).not.toContain(key)
    await makeKey(page, '<b>W</b>'.repeat(8), texts.newKey.scopes.sign[0])
    await makeKey(page, 'ﷺ'.repeat(30), texts.newKey.scopes.read[0])
    await page.getByText('<b>W</b><b>W</b>').first().waitFor()
  })

  it('that may sign do everyday things without a question, unless another preset is chosen', async (scope) => {
    const { floe, page } = await openOwned(scope, 'keys')
    await makeKey(page, 'bot', texts.newKey.scopes.sign[0])
    await makeKey(page, 'archive', texts.newKey.scopes.sign[0], rules.presets.careful[0])
    await makeKey(page, 'dashboard', texts.newKey.scopes.read[0])
    const { keyset, auth } = { keyset: floe.context.keysets.first, ...floe.context }
    const presets = keyset.policy.ruleSet.callerViews().map(({ caller, preset }) => {
      const key = auth.apiKeys.list().find(({ id }) => id === (caller as { id?: string }).id)
      return [key?.name, preset]
    })
    expect(Object.fromEntries(presets)).toEqual({ bot: 'everyday', archive: 'careful' })
  })

  it('can’t have a name that the server would refuse, and let nobody in once they are revoked, after a question', async (scope) => {
    const { floe, page } = await openOwned(scope, 'keys')
    await button(page, texts.makeKey).click()
    await field(page, texts.newKey.name).fill('environment')
    await page.getByText(auth.keyNameReserved('environment')).waitFor()
    await field(page, texts.newKey.name).fill('')
    await page.keyboard.press('Escape')
    await field(page, texts.newKey.name).waitFor({ state: 'hidden' })
    const key = await makeKey(page, 'old script', texts.newKey.scopes.admin[0])
    expect((await floe.get('/api/env', byKey(key))).status).toBe(200)
    await button(page, texts.revokeKey('old script')).click()
    const asking = dialog(page, texts.revokeTitle('old script'))
    await asking.waitFor()
    expect(await asking.getByText(texts.lastLogin).count()).toBe(0)
    await button(page, common.cancel).click()
    expect((await floe.get('/api/env', byKey(key))).status).toBe(200)
    await button(page, texts.revokeKey('old script')).click()
    await button(page, texts.revoke).last().click()
    await page.getByText(texts.revoked('old script')).first().waitFor()
    await page.getByText(texts.noKeys).waitFor()
    expect((await floe.get('/api/env', byKey(key))).status).toBe(401)
  })

  it('are not revoked without a warning when there is no other login', async (scope) => {
    const floe = await startConsole(scope, { environment: CLOSED })
    const { key } = floe.context.auth.apiKeys.create({ name: 'Console', scope: 'admin' })
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: key })
    await openSettings(page, 'keys')
    await button(page, texts.revokeKey('Console')).click()
    await page.getByText(texts.lastLogin).waitFor()
    await button(page, texts.revoke).last().click()
    await page.getByText(access.noLogin).waitFor()
  })

  it('of the environment stay, and say how to remove them', async (scope) => {
    const environment = { ...CLOSED, API_KEY: 'a key that a person chose' }
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: environment.API_KEY })
    await openSettings(page, 'keys')
    await page.getByText(texts.fromEnvironment).waitFor()
    expect(await page.getByRole('button', { name: like(texts.revokeKey(ANY)) }).count()).toBe(0)
  })
})
