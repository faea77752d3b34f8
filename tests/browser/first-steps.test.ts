// Counts every click and field, so both consoles are real pages, side by side, with a clipboard between them.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '#contract/texts/account.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { devices } from '#contract/texts/devices.ts'
import { joining } from '#contract/texts/joining.ts'
import { keyset } from '#contract/texts/keyset.ts'
import { signer } from '#contract/texts/signer.ts'
import { CLOSED } from '../support/access.ts'
import type { ApiServer } from '../support/api-server.ts'
import { copiedBy } from '../support/console/clipboard.ts'
import { startConsole } from '../support/console/console.ts'
import { door } from '../support/console/home.ts'
import { field } from '../support/console/sign-in.ts'
import { AS_IN_USE } from '../support/patient.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

const PHONE = { width: 360, height: 740 }
const PASSWORD = 'correct horse battery'
/** Milliseconds. On a busy machine the other device is asked a few times, at longer and longer intervals. */
const PROVEN_WITHIN = 120_000

/** A password that a person reads from one screen and types on another. */
const READABLE = /^[0-9a-z]{4}(-[0-9a-z]{4}){4}$/

/** A person at two consoles, whose every click and field is counted. */
function person() {
  const did = { clicks: [] as string[], fields: [] as string[] }
  return {
    did,
    press: async (page: Page, name: string) => {
      did.clicks.push(name)
      await page.getByRole('button', { name, exact: true }).click()
    },
    open: async (target: Locator) => {
      did.clicks.push(await target.innerText())
      await target.click()
    },
    fill: async (target: Locator, text: string) => {
      did.fields.push(text)
      await target.fill(text)
    },
  }
}

/** A Floe that was started for the first time, and its page, opened by the link that it has printed. */
async function openFirst(scope: Scope, environment = {}): Promise<{ floe: ApiServer; page: Page }> {
  const floe = await startConsole(scope, {
    environment: { ...CLOSED, ...environment },
    timings: { node: AS_IN_USE },
  })
  const link = /http:\/\/[^\s"]+#token=[^\s"]+/.exec(floe.log.join('\n'))?.[0] ?? ''
  const permissions = ['clipboard-read', 'clipboard-write']
  return { floe, page: await openPage(scope, link, { ...PHONE, permissions }) }
}

describeInBrowser('somebody who knows nothing', () => {
  it('gets from two fresh Floes to a proven signature in 10 clicks and 4 fields', {
    timeout: 300_000,
  }, async (scope) => {
    const relay = await startRelayFor(scope)
    const { did, press, open, fill } = person()
    const { page, floe } = await openFirst(scope, { RELAYS: relay.url })
    await fill(field(page, account.setPassword.fresh), PASSWORD)
    await press(page, account.setUp.setPassword)
    await open(door(page, 'create'))
    await press(page, keyset.create)
    await page
      .getByRole('heading', { name: devices.madeTitle(configure.namePlaceholder) })
      .waitFor()
    await checkScreen(page, 'first-identity')
    await press(page, devices.prepare)
    const name = devices.suggested(2)
    const copy = common.copy(devices.what.package(name))
    const invitation = await copiedBy(page, () => press(page, copy))
    await press(page, devices.toPassword)
    const password = await page.getByText(READABLE).innerText()

    const { page: other, floe: second } = await openFirst(scope)
    await fill(field(other, account.setPassword.fresh), PASSWORD)
    await press(other, account.setUp.setPassword)
    await fill(other.getByLabel(configure.share, { exact: true }), invitation)
    await fill(other.getByLabel(joining.password, { exact: true }), password)
    await press(other, joining.open)
    await press(other, joining.join)
    await press(other, joining.same)
    await other.getByRole('region', { name: signer.verdict }).waitFor()
    await page
      .getByRole('heading', { name: devices.proven(name) })
      .waitFor({ timeout: PROVEN_WITHIN })
    expect(did.clicks.length, did.clicks.join(', ')).toBeLessThanOrEqual(10)
    expect(did.fields.length).toBeLessThanOrEqual(4)
    await checkScreen(page, 'first-proven')

    const keys = [floe, second].map(({ context }) => {
      const { group } = context.keysets.first.supervisor
      return group?.ok ? group.value.pubkey : ''
    })
    expect(new Set(keys).size).toBe(1)
  })
})
