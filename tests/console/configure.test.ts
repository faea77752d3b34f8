import { describe, expect, it } from 'vitest'
import { common } from '#contract/texts/common.ts'
import { configure as texts } from '#contract/texts/configure.ts'
import { relays as relayTexts } from '#contract/texts/relays.ts'
import { shell } from '#contract/texts/shell.ts'
import { DEFAULT_CONSOLE_RELAY } from '../../web/src/lib/limits.ts'
import { CLIPBOARD, envOf, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { tabTo } from '../support/console/keyboard.ts'
import { inWords } from '../support/console/language.ts'

describe('the Configure screen', () => {
  it('leads a new owner to a running signer that a genuine peer answers', async (scope) => {
    const group = await startGroup(scope, { peers: [2] })
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url)
    await screen.name.fill('Main identity')
    await screen.share.fill(group.share(1))
    await screen.group.fill(group.keyset.groupCredential)
    await screen.relays.click()
    await screen.page.getByLabel(relayTexts.addPlaceholder).fill(group.relay.url)
    await screen.button(relayTexts.add).click()
    await screen.button(relayTexts.remove(DEFAULT_CONSOLE_RELAY)).click()
    await screen.button(texts.configure).click()
    await screen
      .toast(
        inWords(
          'Signer configured successfully! Your credentials have been saved.',
          texts.configured,
        ),
      )
      .waitFor()
    await screen.button(shell.backToConfigure).waitFor()
    const { canSign } = await floe.status(({ state, canSign }) => state !== 'starting' && canSign)
    expect([canSign, await envOf(floe)]).toEqual([
      true,
      {
        GROUP_NAME: 'Main identity',
        SHARE_CRED: group.share(1),
        GROUP_CRED: group.keyset.groupCredential,
        RELAYS: JSON.stringify([group.relay.url]),
      },
    ])
  })

  it('explains each field', async (scope) => {
    const floe = await startConsole(scope)
    const { page, button } = await openConfigure(scope, floe.url)
    for (const [subject, help] of [
      [texts.name, texts.nameHelp],
      [texts.share, texts.shareHelp],
      [texts.group, texts.groupHelp],
      [texts.relays, texts.relaysHelp],
    ] as const) {
      await button(common.about(subject)).click()
      await page.getByText(help).waitFor()
      await page.keyboard.press('Escape')
    }
  })

  it('updates what has changed and keeps the saved relays', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const screen = await openConfigure(scope, floe.url)
    await screen.page
      .getByText(inWords('Existing Configuration Found', texts.existingTitle), { exact: true })
      .waitFor()
    await screen.page
      .getByRole('heading', { name: inWords('Update Signer Configuration', texts.titleUpdate) })
      .waitFor()
    await screen.share.fill(group.share(2))
    const sent = screen.page.waitForRequest((request) => request.method() === 'POST')
    await screen.button(inWords('Update and Continue', texts.update)).click()
    await screen.toast(inWords('Signer credentials updated successfully!', texts.updated)).waitFor()
    await screen.button(shell.backToConfigure).waitFor()
    expect([(await sent).postDataJSON(), await envOf(floe)]).toEqual([
      {
        SHARE_CRED: group.share(2),
        GROUP_CRED: group.keyset.groupCredential,
        GROUP_NAME: 'main identity',
      },
      { ...group.environment, SHARE_CRED: group.share(2) },
    ])
  })

  it('hides the credentials until they are asked for, and saves nothing when nothing has changed', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    const screen = await openConfigure(scope, floe.url)
    const types = () =>
      Promise.all([screen.share, screen.group].map((input) => input.getAttribute('type')))
    const before = await types()
    await screen.button(common.show(texts.share)).click()
    await screen.button(common.show(texts.group)).click()
    const shown = await types()
    await screen.button(common.hide(texts.group)).click()
    expect([before, shown, await types()]).toEqual([
      ['password', 'password'],
      ['text', 'text'],
      ['text', 'password'],
    ])
    await screen.button(common.hide(texts.share)).click()

    const saves: string[] = []
    screen.page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/env')) saves.push('env')
    })
    await screen.name.fill('main identity ')
    await screen.button(inWords('Continue', texts.continue)).click()
    await screen.button(shell.backToConfigure).waitFor()
    expect(saves).toEqual([])
  })

  it('can be done by keyboard alone', async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: { RELAYS: `["${group.relay.url}"]` } })
    const screen = await openConfigure(scope, floe.url, CLIPBOARD)
    await tabTo(screen.page, screen.name)
    await screen.page.keyboard.type('Main')
    await tabTo(screen.page, screen.share)
    const both = `${group.share(1)}\n${group.keyset.groupCredential}`
    await paste(screen, screen.share, both)
    await screen.page.getByText(texts.belong(1, 2, 3)).waitFor()
    await tabTo(screen.page, screen.relays)
    await screen.page.keyboard.press('Enter')
    await tabTo(screen.page, screen.button(texts.relayTest))
    await screen.page.keyboard.press('Space')
    await screen.page.getByRole('status').getByText(texts.relaysTested(1, 1)).waitFor()
    await tabTo(screen.page, screen.submit)
    await screen.page.keyboard.press('Enter')
    await screen.button(shell.backToConfigure).waitFor()
  })
})
