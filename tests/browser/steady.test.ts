// Only a browser has layout, in which late parts can move others.
import type { Page, Request } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Snapshot } from '#contract/status.ts'
import { home, needs } from '#contract/texts/home.ts'
import { peers } from '#contract/texts/peers.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { list } from '../support/console/peer-list.ts'
import { newHash } from '../support/new-hash.ts'
import type { Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { atRest, drawn } from './support/at-rest.ts'
import { describeInBrowser } from './support/chromium.ts'
import { expectSteady, layoutShift, openPage, type PageOptions } from './support/page.ts'

/**
 * The answers and the parts of the console that the Signer page waits for, in the order in which it can ask for them.
 */
const PARTS = [
  'api/credentials',
  'api/status?*',
  'api/spares',
  'api/settings',
  'api/peers',
  'api/peers/self',
  'api/peers/ping',
  'api/history*',
  'api/questions',
  'assets/LogList-*.js',
  'assets/Toasts-*.js',
]
/** What the rest of the page waits for comes last, and the other parts before it in reverse order. */
const FIRST_LAST = ['api/credentials', ...PARTS.slice(3).toReversed(), 'api/spares', 'api/status?*']

async function open(
  scope: Scope,
  members: { totalMembers?: number; peers: readonly number[] },
  size: PageOptions,
) {
  const group = await startGroup(scope, members)
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ canSign }) => canSign)
  return { floe, page: await openPage(scope, floe.url, { ...size, isNewHere: true }) }
}

/** Loads the page again with the answers to these parts held back, and lets one after the other through. */
async function loadInOrder(page: Page, parts: readonly string[]): Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => void pending.add(request))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  const held = new Set<Request>()
  const gates = new Map<string, () => void>()
  for (const part of parts) {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(`**/${part}`, async (route) => {
      held.add(route.request())
      await promise
      held.delete(route.request())
      await route.continue()
    })
    gates.set(part, resolve)
  }
  /** Resolves when only answers are missing that are held back, and everything is drawn. */
  const settled = async () => {
    await until(() => [...pending].every((request) => held.has(request)))
    await drawn(page)
  }
  await page.reload()
  await settled()
  for (const part of parts) {
    gates.get(part)?.()
    await settled()
  }
  await atRest(page)
  await settled()
}

describeInBrowser('the Signer page', () => {
  it.for([
    // High enough to show what stands below the list of devices.
    { width: 360, height: 2_200, order: 'each after the other', parts: PARTS },
    { width: 1280, height: 1_200, order: 'each after the other', parts: PARTS },
    { width: 360, height: 800, order: 'the first last', parts: FIRST_LAST },
    { width: 1280, height: 900, order: 'the first last', parts: FIRST_LAST },
  ])(
    'stays where it is whatever comes late: $order, $width × $height pixels',
    async ({ width, height, parts }, scope) => {
      const { page } = await open(scope, { totalMembers: 5, peers: [2, 3] }, { width, height })
      await loadInOrder(page, parts)
      await expectSteady(page, 'the page was loaded')
    },
  )
})

describeInBrowser('what needs the owner', () => {
  it.for([360, 1280])('moves nothing when it comes, %i pixels wide', async (width, scope) => {
    const { floe, page } = await open(scope, { peers: [2, 3] }, { width })
    await list(page).getByText(peers.online(2)).waitFor()
    const card = page.getByRole('region', { name: home.card })
    /** Waits until the page shows as many as the server has now: one may have gone meanwhile. @returns what they are */
    const shown = async () => {
      let codes: string[] = []
      await until(async () => {
        const { overview } = (await floe.get('/api/status?with=overview')).body as Snapshot
        codes = overview.needs.map(({ code }) => code)
        return card.getByText(needs.count(codes.length)).isVisible()
      })
      return codes
    }
    expect(await shown()).not.toContain('v1-exposure')
    const before = await layoutShift(page)

    expect((await floe.post('/api/sign', { message: newHash() })).status).toBe(200)

    await until(async () => (await shown()).includes('v1-exposure'))
    await expectSteady(page, 'a signature in 1.x', before)
    await card.getByRole('button', { name: needs.more(1) }).click()
    await page.getByText(/in the 1\.x protocol/).waitFor()
  })
})
