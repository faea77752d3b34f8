import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { validation } from '#contract/messages.ts'
import { relay as trouble } from '#contract/relay-messages.ts'
import { configure as texts } from '#contract/texts/configure.ts'
import { relays as relayTexts } from '#contract/texts/relays.ts'
import { envOf, openConfigure } from '../support/console/configure.ts'
import { startConsole } from '../support/console/console.ts'
import { inWords } from '../support/console/language.ts'
import { ANY, like } from '../support/console/like.ts'
import { startRelayFor } from '../support/scope.ts'

const listed = (page: Page): Promise<string[]> =>
  page.getByRole('list', { name: texts.relays }).locator('.font-mono').allTextContents()

describe('the relays of the Configure screen', () => {
  it('may have the hosts without a dot that the server allows, and no others', async (scope) => {
    const environment = { RELAYS: 'wss://one.example.com', RELAY_HOSTS: 'strfry' }
    const floe = await startConsole(scope, { environment })
    const { page, relays, button } = await openConfigure(scope, floe.url)
    await relays.click()
    const field = page.getByLabel(relayTexts.addPlaceholder)
    await field.fill('ws://umbrel:4848')
    await button(relayTexts.add).click()
    await page.getByText(`${validation.relayFormat}. ${validation.relayDotless}`).waitFor()
    await field.fill('ws://Strfry:7777')
    await button(relayTexts.add).click()
    await page.getByText('ws://strfry:7777').waitFor()
    expect(await listed(page)).toEqual(['wss://one.example.com', 'ws://strfry:7777'])
  })

  it('are never fewer than one, and added once each, normalised, and only if they are relays', async (scope) => {
    const floe = await startConsole(scope, { environment: { RELAYS: 'wss://one.example.com' } })
    const { page, relays, button } = await openConfigure(scope, floe.url)
    await relays.click()
    const field = page.getByLabel(relayTexts.addPlaceholder)
    const add = async (text: string) => {
      await field.fill(text)
      await button(relayTexts.add).click()
    }
    expect(await button(relayTexts.remove('wss://one.example.com')).isDisabled()).toBe(true)
    expect(await button(relayTexts.add).isDisabled()).toBe(true)
    await add('ftp://two.example.com')
    await page
      .getByText(inWords('Relay URL must use wss:// or ws:// protocol', validation.relayProtocol))
      .waitFor()
    await add('nohost')
    const { relayFormat, relayDotless } = validation
    await page.getByText(`${relayFormat}. ${relayDotless}`).waitFor()
    await add('no..host')
    await page
      .getByText(inWords('Invalid relay URL format', relayFormat), { exact: true })
      .waitFor()
    await add('HTTPS://Two.example.com/')
    await add('wss://one.example.com/')
    await page.getByText(relayTexts.already('wss://one.example.com')).waitFor()
    expect(await listed(page)).toEqual(['wss://one.example.com', 'wss://two.example.com'])

    // Enter adds too, and saves nothing: this is in a form.
    await field.fill('three.example.com')
    await page.keyboard.press('Enter')
    await page.getByText('wss://three.example.com', { exact: true }).waitFor()
    expect((await envOf(floe))['RELAYS']).toBe('["wss://one.example.com"]')
    await relays.click()
    await page
      .getByRole('button', { name: `${texts.relays} wss://one.example.com ${texts.relaysMore(2)}` })
      .click()
    expect(await listed(page)).toEqual([
      'wss://one.example.com',
      'wss://two.example.com',
      'wss://three.example.com',
    ])
  })

  it('say in words what a test of each showed', async (scope) => {
    const [sound, refusing, silent] = await Promise.all([
      startRelayFor(scope),
      startRelayFor(scope),
      startRelayFor(scope),
    ])
    refusing.faults.rejectKinds = [20_004]
    const gone = silent.url
    await silent.stop()
    const floe = await startConsole(scope, {
      environment: { RELAYS: JSON.stringify([sound.url, refusing.url, gone]) },
    })
    const { page, relays, button } = await openConfigure(scope, floe.url)
    await relays.click()
    await button(texts.relayTest).click()
    const row = (url: string) => page.getByRole('listitem').filter({ hasText: url })
    await row(sound.url)
      .getByText(like(texts.relayTests.ok(` ${ANY}`)))
      .waitFor()
    await row(refusing.url)
      .getByText(like(texts.relayTests.refuses(` ${ANY}`, ANY)))
      .waitFor()
    await row(gone).getByText(texts.relayTests.unreachable(trouble.refused)).waitFor()
    await page.getByRole('status').getByText(texts.relaysTested(1, 3)).waitFor()
  })

  it('show that a test is under way as long as a relay is silent', async (scope) => {
    const relay = await startRelayFor(scope)
    relay.faults.mute = true
    const floe = await startConsole(scope, { environment: { RELAYS: relay.url } })
    const { page, relays, button } = await openConfigure(scope, floe.url)
    await relays.click()
    await button(texts.relayTest).click()
    await page.getByText(texts.relayTests.running).waitFor()
    await button(texts.relayTesting).waitFor()
    await button(texts.relayTest).waitFor()
    const rejected = [20_004, 20_000]
      .map((kind) => trouble.ofKind(kind, trouble.unanswered(4_400)))
      .join('; ')
    await page
      .getByText(like(texts.relayTests.refuses(` ${ANY}`, trouble.echoRejected(rejected))))
      .waitFor()
  })
})
