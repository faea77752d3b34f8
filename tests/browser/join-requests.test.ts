// What moves as the page is painted: the rest is in tests/console/join-requests.test.ts.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { joining as texts } from '#contract/texts/joining.ts'
import { peers } from '#contract/texts/peers.ts'
import { xOnly } from '#nostr/x-only.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { pubkeyOf } from '../support/console/peer-list.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage } from './support/page.ts'

const answered = (page: Page) =>
  page
    .getByRole('region', { name: texts.requestsDecided })
    .getByText(new RegExp(`^${texts.requestStates.answered} ·`))

describeInBrowser('a device that asks to join', () => {
  it('pushes nothing down when it is there as the page opens', async (scope) => {
    const group = await startGroup(scope)
    const environment = { ...group.environment, APPROVE_ONBOARDING: 'false' }
    const floe = await startConsole(scope, { environment })
    await floe.status(({ nodeActive }) => nodeActive)
    const { node } = await startFloePeer(scope, group, 3)
    expect(await node.onboard(xOnly(pubkeyOf(group, 1)))).toMatchObject({ ok: true })
    for (const width of [360, 1280]) {
      const opened = await openPage(scope, floe.url, { isNewHere: true, width, height: 900 })
      await answered(opened).waitFor()
      await opened.getByText(peers.online(1)).waitFor()
      expect(await layoutShift(opened), `${width} pixels`).toBeLessThanOrEqual(0.02)
    }
  })
})
