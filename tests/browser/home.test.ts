// What is in sight, how large it is, and whether it jumps is layout.
import { expect, it } from 'vitest'
import { home } from '#contract/texts/home.ts'
import { peers } from '#contract/texts/peers.ts'
import { signer } from '#contract/texts/signer.ts'
import type { ApiServer } from '../support/api-server.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { deviceRow, headline } from '../support/console/home.ts'
import { openOnce } from '../support/console/open-once.ts'
import { list, pubkeyOf } from '../support/console/peer-list.ts'
import type { Scope } from '../support/scope.ts'
import { describeInBrowser } from './support/chromium.ts'
import { layoutShift, openPage, type PageOptions } from './support/page.ts'

const PHONE = 'Anna’s phone'
const LAPTOP = 'Laptop'

const call = (floe: ApiServer, path: string, body: unknown) =>
  fetch(`${floe.url}${path}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

async function name(floe: ApiServer, group: Group, idx: number, text: string): Promise<void> {
  await call(floe, `/api/peers/${pubkeyOf(group, idx)}/name`, { name: text })
}

/** A healthy signer of a 2-of-3 keyset that has signed, with devices that have names. */
async function openHealthy(scope: Scope, options: PageOptions = {}) {
  const group = await startGroup(scope, { peers: [2, 3] })
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ canSign }) => canSign)
  await name(floe, group, 2, PHONE)
  await name(floe, group, 3, LAPTOP)
  for (const content of ['a', 'b', 'c', 'd', 'e']) {
    const event = { kind: 1, content, tags: [], created_at: 1_700_000_000 }
    expect((await floe.post('/api/sign', { event })).status).toBe(200)
  }
  return { group, floe, page: await openPage(scope, floe.url, options) }
}

const proven = new RegExp(`^${home.proven('.*', `(${PHONE}|${LAPTOP})`)}$`)

describeInBrowser('the first screen of a healthy signer', () => {
  const opened = openOnce((scope) => openHealthy(scope, { isNewHere: true }))

  it('does not jump while it loads', async (scope) => {
    const { page } = await opened(scope)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.reload()
      await headline(page, signer.ready).waitFor()
      await list(page).getByText(peers.online(2)).waitFor()
      await page.getByText(proven).waitFor()
      expect(await layoutShift(page), `${width} pixels`).toBeLessThanOrEqual(0.02)
    }
  })

  it('has no message over its verdict on a phone', async (scope) => {
    const { page } = await opened(scope)
    await page.setViewportSize({ width: 360, height: 800 })
    await list(page).getByText(peers.online(2)).waitFor()
    // The page itself looks when the message comes: it goes away before a busy test may look.
    const looked = page.waitForFunction(
      ([title, message]) => {
        const said = [...document.querySelectorAll('h3')].find((one) => one.textContent === title)
        const told = [...document.querySelectorAll('[aria-modal=false]')].find((one) =>
          one.textContent?.includes(message),
        )
        if (said === undefined || told === undefined) return null
        scrollTo(0, 0)
        return [said.getBoundingClientRect().bottom, told.getBoundingClientRect().top] as const
      },
      [signer.ready, peers.sendOff(PHONE)] as const,
    )
    await deviceRow(page, PHONE)
      .getByRole('switch', { name: peers.sendTo(PHONE) })
      .click()
    const [bottom, top] = (await (await looked).jsonValue()) ?? []
    expect(bottom).toBeLessThan(top ?? 0)
  })
})
