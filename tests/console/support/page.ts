import { mkdtempSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { WebSocket as Socket } from 'ws'
import type { Scope } from '../../support/scope.ts'
import { until } from '../../support/until.ts'
import { closeWindow, leaveConsole, pageWindow, runConsole } from './built-console.ts'
import { DomLocator, keys, type RoleOptions, settled, type TextOptions } from './locator.ts'
import {
  matcher,
  type PageRequest,
  PageRequests,
  type PageResponse,
  type Route,
} from './requests.ts'

export interface PageOptions {
  width?: number
  height?: number
  /** What is in the tab's storage when the page first opens. */
  tabStorage?: Readonly<Record<string, string>>
  /** With a window and modules of its own, which takes longer: what modules decide only once, they decide again. */
  isNewHere?: boolean
  /** The browser's language; needs `isNewHere`. */
  locale?: string
  /** Ignored here: for tests that can run in Chromium too. */
  permissions?: readonly string[]
}

/** A file that the page has given the browser to save. */
class Download {
  readonly #name: string
  readonly #content: Blob

  constructor(name: string, content: Blob) {
    this.#name = name
    this.#content = content
  }

  suggestedFilename(): string {
    return this.#name
  }

  async createReadStream(): Promise<Readable> {
    return Readable.from(Buffer.from(await this.#content.arrayBuffer()))
  }

  async saveAs(path: string): Promise<void> {
    await writeFile(path, Buffer.from(await this.#content.arrayBuffer()))
  }

  async path(): Promise<string> {
    const path = join(mkdtempSync(join(tmpdir(), 'floe-test-')), 'download')
    writeFileSync(path, Buffer.from(await this.#content.arrayBuffer()))
    return path
  }
}

/**
 * The whole built console at `url` in a DOM library, as a browser's page that sends its calls to the server there.
 * When the test ends, it fails if the page wrote an error to the console. A process has one page at a time.
 *
 * @returns Playwright's page, as far as nothing has to be laid out or painted; a test that needs a call which is
 *   missing here belongs into tests/browser
 */
export async function openPage(
  scope: Scope,
  url: string,
  options: PageOptions = {},
): Promise<Page> {
  const page = new DomPage(url, options)
  const check = () => expect(page.complaints.splice(0), 'what the page did wrong').toEqual([])
  if (scope.onEachFinished) scope.onEachFinished(check)
  else scope.onTestFinished(check)
  scope.onTestFinished(() => page.close())
  await page.goto(url)
  return page as unknown as Page
}

/** Node's own functions, which an open page replaces. */
const NODES = { fetch, error: console.error }

/** The page that this process has now; the next one that is opened takes its place. */
let open: DomPage | undefined

/** Playwright's page, as far as nothing needs to be laid out or painted. */
class DomPage {
  readonly complaints: string[] = []
  readonly downloads: Download[] = []
  readonly keyboard = {
    press: async (key: string) => {
      // A key goes to what has the focus, which may be about to move.
      await settled()
      if (/^Control(OrMeta)?\+V$/.test(key)) {
        await this.#user.paste(await navigator.clipboard.readText())
      } else await this.#user.keyboard(keys(key))
      // user-event opens no details.
      const { activeElement } = document
      if (key === 'Enter' && activeElement?.matches('summary'))
        await this.#user.click(activeElement)
      await settled()
    },
    type: async (text: string) => {
      await settled()
      await this.#user.keyboard(text.replaceAll(/[{[]/g, '$&$&'))
    },
    /** All of it at once, without keys. */
    insertText: async (text: string) => {
      await settled()
      await this.#user.paste(text)
    },
  }

  readonly mouse = {
    /** Moves the pointer away from what it is on: nothing has a position here. */
    move: () => this.#user.hover(document.body),
  }

  readonly #options: PageOptions
  readonly #requests: PageRequests
  readonly #sockets: Socket[] = []
  /** What the browser keeps while the page is loaded again. */
  #kept: Kept
  #listening = new AbortController()
  #opened: UserEvent | undefined

  constructor(url: string, options: PageOptions) {
    this.#options = options
    this.#requests = new PageRequests(url, NODES.fetch)
    this.#kept = { local: {}, session: { ...options.tabStorage }, state: null }
  }

  /** The user of the window that is open at the time of a call: a locator outlives a reload. */
  readonly #user = new Proxy({} as UserEvent, {
    get: (_, name) => {
      if (this.#opened === undefined) throw new Error('the page is not open')
      return Reflect.get(this.#opened, name)
    },
  })

  getByRole(role: string, options?: RoleOptions): DomLocator {
    return this.#all().getByRole(role, options)
  }
  getByText(text: string | RegExp, options?: TextOptions): DomLocator {
    return this.#all().getByText(text, options)
  }
  getByLabel(text: string | RegExp, options?: TextOptions): DomLocator {
    return this.#all().getByLabel(text, options)
  }
  getByPlaceholder(text: string): DomLocator {
    return this.#all().getByPlaceholder(text)
  }
  getByTitle(text: string): DomLocator {
    return this.#all().getByTitle(text)
  }
  locator(selector: string): DomLocator {
    return new DomLocator(this.#user, `page: ${selector}`, () => [
      ...document.querySelectorAll<HTMLElement>(selector),
    ])
  }

  #all(): DomLocator {
    return new DomLocator(this.#user, 'page:', () => [document.body])
  }

  url(): string {
    return location.href
  }

  /** Loads the console at an address of its server, or leaves it for `about:blank`; what the browser keeps is kept. */
  async goto(url: string): Promise<void> {
    if (open !== undefined) open.#leave()
    // What the previous page has begun, such as a step back, must not happen to this one.
    await settled()
    if (url === 'about:blank') return
    open = this
    const { width = 1280, height = 900, isNewHere = false, locale = 'en-GB' } = this.#options
    // The new window is there at once: what is waited for is looked for in it.
    const closed = isNewHere ? closeWindow() : undefined
    const { happyDOM } = pageWindow()
    await closed
    happyDOM.setURL(url)
    Object.defineProperty(navigator, 'languages', { value: [locale], configurable: true })
    happyDOM.setViewport({ width, height })
    localStorage.clear()
    sessionStorage.clear()
    Object.assign(localStorage, this.#kept.local)
    Object.assign(sessionStorage, this.#kept.session)
    history.replaceState(this.#kept.state, '')
    this.#opened = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 })
    this.#connect()
    await runConsole(isNewHere)
  }

  /** @param _until unused: what a browser waits for */
  async reload(_until?: object): Promise<void> {
    await this.goto(location.href)
  }

  async goBack(): Promise<void> {
    history.back()
  }

  async goForward(): Promise<void> {
    history.forward()
  }

  /** Takes the page away, and gives its globals back. */
  async close(): Promise<void> {
    this.#leave()
    // The next page must not get the modules of this one.
    if (this.#options.isNewHere) await closeWindow()
  }

  /** Puts a text on the clipboard, and from there into what has the focus. */
  async paste(text: string): Promise<void> {
    await this.#user.paste(text)
  }

  /** Runs in the page, which is this process. */
  async evaluate<T, A>(look: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    return look(argument as A)
  }

  async title(): Promise<string> {
    return document.title
  }

  async content(): Promise<string> {
    return document.documentElement.outerHTML
  }

  async setViewportSize({ width, height }: { width: number; height: number }): Promise<void> {
    pageWindow().happyDOM.setViewport({ width, height })
  }

  on(type: 'request', listener: (request: PageRequest) => void): void
  on(type: 'response', listener: (response: PageResponse) => void): void
  on(type: string, listener: never): void {
    if (type === 'request') this.#requests.onRequest(listener)
    else this.#requests.onResponse(listener)
  }

  async route(
    pattern: string | RegExp,
    handler: (route: Route, request: PageRequest) => void | Promise<void>,
  ) {
    this.#requests.route(pattern, handler)
  }

  async unrouteAll(): Promise<void> {
    this.#requests.unrouteAll()
  }

  async unroute(pattern: string | RegExp): Promise<void> {
    this.#requests.unroute(pattern)
  }

  /** The first call from now on that fits. */
  waitForRequest(wanted: Wanted<PageRequest>): Promise<PageRequest> {
    const { promise, resolve } = Promise.withResolvers<PageRequest>()
    this.#requests.onRequest((request) => {
      if (isWanted(wanted, request)) resolve(request)
    })
    return promise
  }

  /** The first answer from now on that fits. */
  waitForResponse(wanted: Wanted<PageResponse>): Promise<PageResponse> {
    const { promise, resolve } = Promise.withResolvers<PageResponse>()
    this.#requests.onResponse((response) => {
      if (isWanted(wanted, response)) resolve(response)
    })
    return promise
  }

  /** The next file that the page gives the browser to save. */
  async waitForEvent(type: 'download'): Promise<Download> {
    const before = this.downloads.length
    await until(() => this.downloads.length > before, { what: type })
    return this.downloads[before] as Download
  }

  setDefaultTimeout(): void {}

  context() {
    return {
      setOffline: (isOffline: boolean) => this.setOffline(isOffline),
      grantPermissions: async () => {},
    }
  }

  /** As if the network were gone: calls fail, and the event stream's socket has closed. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.#requests.isOffline = isOffline
    if (isOffline) for (const socket of this.#sockets.splice(0)) socket.terminate()
    dispatchEvent(new Event(isOffline ? 'offline' : 'online'))
  }

  /** Puts the test between the page and what it uses of Node: the network and the console. */
  #connect(): void {
    const complain = (...words: unknown[]) => {
      const text = words.map((word) => (word instanceof Error ? String(word) : `${word}`)).join(' ')
      this.complaints.push(text)
    }
    const sockets = this.#sockets
    const requests = this.#requests
    this.#listening = new AbortController()
    const { signal } = this.#listening
    console.error = complain
    addEventListener('error', ({ error, message }) => complain(error ?? message), { signal })
    globalThis.fetch = requests.fetch
    globalThis.XMLHttpRequest = requests.XMLHttpRequest as unknown as typeof XMLHttpRequest
    // Node's own WebSocket makes its events by the global class, which is the page's.
    Object.assign(globalThis, {
      WebSocket: class extends Socket {
        constructor(url: string | URL, protocols?: string | string[]) {
          super(url, protocols)
          this.on('error', () => {})
          sockets.push(this)
          if (requests.isOffline) this.terminate()
        }
      },
    })
    location.reload = () => {
      // Only if this page is still there then: the next test's may have taken its place.
      setTimeout(() => open === this && void this.reload())
    }
    document.addEventListener('click', (event) => this.#save(event), { capture: true, signal })
    // A link that the page itself clicks to save a file is in no document.
    const { click } = HTMLElement.prototype
    const save = (event: Event) => this.#save(event)
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      if (!this.isConnected) this.addEventListener('click', save, { once: true })
      click.call(this)
    }
  }

  /** Keeps, for the test, what a click on a link would save. */
  #save(event: Event): void {
    const link = event.target
    if (!(link instanceof HTMLAnchorElement) || !link.download) return
    event.preventDefault()
    const { download: name, href } = link
    void NODES.fetch(href)
      .then((answer) => answer.blob())
      .then((content) => this.downloads.push(new Download(name, content)))
  }

  #leave(): void {
    if (this.#opened === undefined) return
    this.#opened = undefined
    open = undefined
    leaveConsole()
    this.#requests.leave()
    this.#kept = {
      local: { ...localStorage },
      session: { ...sessionStorage },
      state: history.state,
    }
    this.#listening.abort()
    console.error = NODES.error
    globalThis.fetch = NODES.fetch
  }
}

interface Kept {
  local: Record<string, string>
  session: Record<string, string>
  state: unknown
}

/** A pattern that a call's address matches, or a condition that the call fits. */
type Wanted<T> = string | RegExp | ((one: T) => boolean)

const isWanted = <T extends { url(): string }>(wanted: Wanted<T>, one: T): boolean =>
  typeof wanted === 'function' ? wanted(one) : matcher(wanted)(one.url())
