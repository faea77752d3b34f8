// node nostr-login.mjs CHROMIUM
// Runs in a page, as it is used: its dialogs, then window.nostr. Its requests to the internet get no answer.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { serve } from './harness.mjs'

/** The relay that it always writes into its own links. */
const ITS_RELAY = 'wss://relay.nsec.app/'
const ORIGIN = 'http://app.localhost'
const PAGE = '<!doctype html><body><script src="/nostr-login.js" data-no-banner="true"></script>'

const script = fileURLToPath(import.meta.resolve('nostr-login')).replace('index.esm.js', 'unpkg.js')
const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: [
    '--no-sandbox',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    // Otherwise this page, which is served from no address, could not open a socket to this machine.
    '--disable-features=LocalNetworkAccessChecks',
  ],
})
process.once('SIGTERM', () => browser.close())

let context
let page
let paired

/** @param storageState the storage that a page of the same app has left */
async function open(storageState) {
  await context?.close()
  context = await browser.newContext({ storageState })
  page = await context.newPage()
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: readFileSync(script) })
      : route.fulfill({ contentType: 'text/html', body: PAGE }),
  )
  await page.addInitScript(() => {
    document.addEventListener('nlReady', () => Object.assign(window, { isReady: true }))
    document.addEventListener('nlAuth', ({ detail }) => Object.assign(window, { auth: detail }))
  })
}

async function load() {
  await page.goto(ORIGIN)
  await page.waitForFunction(() => window.isReady)
}

const launch = (screen) =>
  page.evaluate((detail) => document.dispatchEvent(new CustomEvent('nlLaunch', { detail })), screen)
const loggedIn = () => page.waitForFunction(() => window.auth?.type === 'login')

/** Calls window.nostr: `path` of the function, and its arguments. */
const nostr = (path, ...args) =>
  page.evaluate(
    ([path, args]) => {
      const owner = path.slice(0, -1).reduce((object, name) => object[name], window.nostr)
      return owner[path.at(-1)](...args)
    },
    [path, args],
  )

serve({
  pairByBunker: async (uri) => {
    await open()
    await load()
    await launch('login-bunker-url')
    await page.getByPlaceholder('bunker').fill(uri)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await loggedIn()
  },
  invite: async ([relay]) => {
    await open()
    await page.routeWebSocket(ITS_RELAY, (route) => {
      const socket = new WebSocket(relay)
      const opened = new Promise((resolve) => {
        socket.onopen = resolve
      })
      route.onMessage((message) => opened.then(() => socket.send(message)))
      socket.onmessage = ({ data }) => route.send(data)
      socket.onclose = () => route.close()
    })
    await load()
    await launch('connection-string')
    await page.waitForFunction(() => {
      const dialog = document.querySelector('nl-auth')
      return dialog?.connectionString?.startsWith('nostrconnect:')
    })
    const link = await page.evaluate(() => document.querySelector('nl-auth').connectionString)
    const uri = link.replace(/&relay=.*$/, '')
    paired = loggedIn()
    return `${uri}&relay=${relay}`
  },
  invited: async () => {
    await paired
  },
  getPublicKey: () => nostr(['getPublicKey']),
  sign: (event) => nostr(['signEvent'], event),
  nip04Encrypt: (pubkey, text) => nostr(['nip04', 'encrypt'], pubkey, text),
  nip04Decrypt: (pubkey, text) => nostr(['nip04', 'decrypt'], pubkey, text),
  nip44Encrypt: (pubkey, text) => nostr(['nip44', 'encrypt'], pubkey, text),
  nip44Decrypt: (pubkey, text) => nostr(['nip44', 'decrypt'], pubkey, text),
  save: () => context.storageState(),
  restore: async (session) => {
    await open(session)
    await load()
    await loggedIn()
  },
})
