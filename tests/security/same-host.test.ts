import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { shell } from '#contract/texts/shell.ts'
import { describeInBrowser } from '../browser/support/chromium.ts'
import { openPage } from '../browser/support/page.ts'
import { CLOSED } from '../support/access.ts'
import { type ApiServer, firstShare } from '../support/api-server.ts'
import { startConsole } from '../support/console/console.ts'
import { field, logoutButton, signIn, signInButton } from '../support/console/sign-in.ts'
import { refusedUpgrade } from '../support/event-client.ts'
import { newPair } from '../support/pair.ts'
import type { Scope } from '../support/scope.ts'

const API_KEY = 'a key that a person chose'

/** Another app of the same home server: the same host name, another port. */
async function startNeighbour(scope: Scope, answer: (response: ServerResponse) => void) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    response.setHeader('Content-Type', 'text/html')
    answer(response)
    response.end('<title>Neighbour</title>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  /** Everything a browser sent it that may be a credential. */
  const taken = () =>
    asked.flatMap(({ headers }) =>
      (headers.cookie ?? '')
        .split(';')
        .map((cookie) => cookie.trim().split('=').slice(1).join('=')),
    )
  return { url: `http://127.0.0.1:${port}/`, asked, taken }
}

/** Whether a text opens anything, wherever it is put. */
async function opens({ url }: ApiServer, text: string): Promise<boolean> {
  const places: Record<string, string>[] = [
    { Cookie: `floe_session=${text}` },
    { 'X-Session-ID': text },
    { 'X-API-Key': text },
    { Authorization: `Bearer ${text}` },
  ]
  for (const headers of places) {
    if ((await fetch(`${url}/api/env`, { headers })).ok) return true
    const body = JSON.stringify({ name: 'mine', scope: 'admin' })
    if ((await fetch(`${url}/api/auth/keys`, { method: 'POST', headers, body })).ok) return true
  }
  return (await refusedUpgrade(url, { headers: { ...places[0], Origin: url } })) !== 401
}

const environment = { ...CLOSED, API_KEY, ...firstShare(newPair(), ['ws://127.0.0.1:1']) }

describeInBrowser('another app under the same host name', () => {
  it('gets nothing from the browser that opens Floe', async (scope) => {
    const floe = await startConsole(scope, { environment })
    const neighbour = await startNeighbour(scope, () => {})
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: API_KEY })
    await logoutButton(page).waitFor()

    const theirs = await page.context().newPage()
    await theirs.goto(neighbour.url)
    await theirs.evaluate(`{
      window.heard = []
      for (const name of ['floe-session', 'floe_session']) {
        const channel = new BroadcastChannel(name)
        channel.onmessage = ({ data }) => heard.push(JSON.stringify(data))
        channel.postMessage({ is: 'asked' })
      }
    }`)
    // A new tab of Floe asks in the same way, and the first tab answers: by then, who can hear that has.
    const beside = await page.context().newPage()
    await beside.goto(floe.url)
    await logoutButton(beside).waitFor()
    await theirs.evaluate(
      `fetch(${JSON.stringify(`${floe.url}/api/auth/keys`)}, {
        method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"name":"x","scope":"admin"}',
      }).catch(() => {})`,
    )
    const own = await theirs.evaluate(`[
      ...Object.values({ ...sessionStorage }), ...Object.values({ ...localStorage }),
      ...document.cookie.split('; ').map((cookie) => cookie.split('=')[1] ?? ''), ...heard,
    ]`)

    expect(neighbour.asked.length).toBeGreaterThan(0)
    for (const text of [...neighbour.taken(), ...(own as string[])].filter(Boolean)) {
      expect([text, await opens(floe, text)]).toEqual([text, false])
    }
    expect(floe.context.auth.apiKeys.list()).toHaveLength(1)
  })

  it('signs nobody in or out with cookies of its own', async (scope) => {
    const floe = await startConsole(scope, { environment })
    const { sessionId } = (await floe.post('/api/auth/login', { apiKey: API_KEY })).body as {
      sessionId: string
    }
    const neighbour = await startNeighbour(scope, (response) => {
      const cookies = ['/', '/api', '/api/auth'].flatMap((path) =>
        ['floe_session', 'floe-session'].map((name) => `${name}=${sessionId}; Path=${path}`),
      )
      response.setHeader('Set-Cookie', cookies)
    })
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: API_KEY })
    await logoutButton(page).waitFor()
    const mine = await page.evaluate(`sessionStorage.getItem('floe-session')`)

    const theirs = await page.context().newPage()
    await theirs.goto(neighbour.url)
    await page.reload()
    await logoutButton(page).waitFor()
    expect(await page.evaluate(`sessionStorage.getItem('floe-session')`)).toBe(mine)
    await logoutButton(page).click()
    await signInButton(page).waitFor()
    await page.reload()
    await field(page, 'API Key').waitFor()

    expect(await logoutButton(page).count()).toBe(0)
  })
})

describeInBrowser('a session', () => {
  it('stays in its tab, comes along to new tabs while one is open, and goes with the last', async (scope) => {
    const floe = await startConsole(scope, { environment })
    const page = await openPage(scope, floe.url)
    await signIn(page, { apiKey: API_KEY })
    await logoutButton(page).waitFor()
    await page.reload()
    await page.getByRole('tab', { name: shell.tabs.signer }).waitFor()

    const second = await page.context().newPage()
    await second.goto(floe.url)
    await logoutButton(second).waitFor()
    await page.close()
    await second.close()
    const third = await page.context().newPage()
    await third.goto(floe.url)

    await signInButton(third).waitFor()
    expect(floe.context.auth.sessions.list()).toHaveLength(1)
    await signIn(third, { apiKey: API_KEY })
    const fourth = await page.context().newPage()
    await fourth.goto(floe.url)
    await logoutButton(fourth).click()
    await signInButton(fourth).waitFor()
    await signInButton(third).waitFor()
    await signIn(fourth, { apiKey: API_KEY })
    await logoutButton(third).waitFor()
  })
})
