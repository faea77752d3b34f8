import { describe, expect, it } from 'vitest'
import { auth, validation } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { configure as texts } from '#contract/texts/configure.ts'
import { DEFAULT_CONSOLE_RELAY } from '../../web/src/lib/limits.ts'
import { newKeyset } from '../support/api-server.ts'
import { envOf, openConfigure } from '../support/console/configure.ts'
import { floeAgain, startConsole, startGroup } from '../support/console/console.ts'
import { inWords } from '../support/console/language.ts'
import { failToSave } from '../support/fail-to-save.ts'
import { until } from '../support/until.ts'

describe('saving and clearing on the Configure screen', () => {
  it('shows a refusal at the field that the server names, until that is changed', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const { page, name, submit } = await openConfigure(scope, floe.url)
    await name.fill('n'.repeat(201))
    await submit.click()
    const problem = page.getByText(validation.nameTooLong(200), { exact: true })
    await problem.waitFor()
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
    await name.fill('n'.repeat(200))
    await problem.waitFor({ state: 'detached' })
  })

  it('says that the server could not be reached, and saves when it is back', async (scope) => {
    const keyset = newKeyset()
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: { RELAYS: `["${group.relay.url}"]` } })
    const screen = await openConfigure(scope, floe.url)
    await screen.name.fill('Main')
    await screen.share.fill(keyset.shareCredentials[0] ?? '')
    await screen.group.fill(keyset.groupCredential)
    await until(() => screen.submit.isEnabled())
    await floe.stop()
    await screen.submit.click()
    await screen.toast(texts.saveFailed).waitFor()
    await screen.page.getByText(texts.unreachableNext(common.unreachable)).first().waitFor()
    const again = await floeAgain(scope, floe, { RELAYS: `["${group.relay.url}"]` })
    await screen.submit.click()
    await screen.toast(texts.configured).waitFor()
    expect((await envOf(again))['GROUP_NAME']).toBe('Main')
    // Before this test's server stops: the next screen is still being loaded from it.
    await screen.page.close()
  })

  it('says that the server could not save', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const screen = await openConfigure(scope, floe.url)
    await screen.name.fill('Other')
    const mend = failToSave(floe.dataDir)
    await screen.submit.click()
    await screen.toast(texts.saveFailed).waitFor()
    mend()
    await screen.submit.click()
    await screen.toast(inWords('Signer credentials updated successfully!', texts.updated)).waitFor()
  })

  it('asks before it clears, leaves everything when that is cancelled, and clears when it is not', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const screen = await openConfigure(scope, floe.url)
    await screen.clear.click()
    const dialog = screen.page.getByRole('dialog', {
      name: inWords('Clear Credentials?', texts.clearTitle),
    })
    await dialog.getByText(texts.clearText).waitFor()
    await dialog.getByRole('button', { name: common.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    await until(() => screen.clear.evaluate((button) => button === document.activeElement))
    expect(await envOf(floe)).toEqual(group.environment)

    await screen.clear.click()
    await dialog.getByRole('button', { name: inWords('Clear Credentials', texts.clear) }).click()
    const toast = screen.toast(inWords('Credentials cleared successfully!', texts.cleared))
    await toast.hover()
    await screen.page.getByRole('heading', { name: texts.configure }).waitFor()
    const { warnings } = await floe.status(
      ({ state, hasCredentials }) => state === 'stopped' && !hasCredentials,
    )
    expect([
      await envOf(floe),
      await Promise.all(
        [screen.name, screen.share, screen.group].map((field) => field.inputValue()),
      ),
      await screen.clear.count(),
    ]).toEqual([{ RELAYS: group.environment['RELAYS'] }, ['', '', ''], 0])
    await until(() => screen.name.evaluate((field) => field === document.activeElement))
    const shown = screen.page.getByRole('region', { name: texts.warnings })
    await shown.getByText(auth.openAccess).waitFor()
    expect(warnings).not.toEqual([])
    // Although the pointer rests on it: a toast may lie over the button that is pressed next.
    await toast.waitFor({ state: 'detached' })
  })

  it('says that clearing failed until its question is closed, and clears when tried again', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const screen = await openConfigure(scope, floe.url)
    const mend = failToSave(floe.dataDir)
    await screen.clear.click()
    const dialog = screen.page.getByRole('dialog', {
      name: inWords('Clear Credentials?', texts.clearTitle),
    })
    const confirm = dialog.getByRole('button', { name: inWords('Clear Credentials', texts.clear) })
    await confirm.click()
    await screen.toast(inWords('Error clearing credentials', texts.clearFailed)).waitFor()
    await dialog.getByText(texts.clearFailed).waitFor()
    mend()
    await dialog.getByRole('button', { name: common.cancel }).click()
    await dialog.waitFor({ state: 'hidden' })
    await screen.clear.click()
    await dialog.waitFor()
    expect(await dialog.getByText(texts.clearFailed).count()).toBe(0)
    await confirm.click()
    await screen.toast(inWords('Credentials cleared successfully!', texts.cleared)).waitFor()
  })

  it('saves the one default relay where none are saved, and nothing that the server refuses', async (scope) => {
    const keyset = newKeyset()
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url)
    await screen.share.fill(keyset.shareCredentials[0] ?? '')
    await screen.group.fill(keyset.groupCredential)
    await screen.name.fill('n'.repeat(201))
    const sent = screen.page.waitForRequest((request) => request.method() === 'POST')
    await screen.submit.click()
    const { RELAYS } = (await sent).postDataJSON() as { RELAYS: string }
    await screen.toast(texts.refused(validation.nameTooLong(200))).waitFor()
    expect([RELAYS, await envOf(floe)]).toEqual([JSON.stringify([DEFAULT_CONSOLE_RELAY]), {}])
  })
})
