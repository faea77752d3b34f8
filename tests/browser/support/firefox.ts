import { accessSync, constants } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  launch,
  type Page,
} from 'puppeteer-core'
import { describe, expect } from 'vitest'
import type { Scope } from '../../support/scope.ts'

const CANDIDATES = [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox']
const PATIENCE = 60_000
/** What Firefox itself reports while the server is away. */
const AWAY =
  /Firefox can’t establish a connection to the server at ws:|downloadable font: download failed/
/** Puppeteer's own search by role asks Firefox for its whole accessibility tree, in each frame. */
const WHEN_IT_CHANGES = { polling: 'mutation' } as const

/** The elements of each role that is used here. */
const ELEMENTS = {
  button: 'button',
  heading: 'h1, h2, h3',
  region: 'section, [role=region]',
  tab: '[role=tab]',
} as const
type Role = keyof typeof ELEMENTS

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const path = CANDIDATES.find((candidate) => candidate !== undefined && isProgram(candidate))
const MISSING =
  'There is no Firefox: install one (apt-get install firefox-esr), or name it in FIREFOX'

/** Tests that need Firefox: without one they fail in CI and are skipped elsewhere. */
export function describeInFirefox(name: string, tests: () => void): void {
  if (path === undefined && process.env['CI'] === 'true') throw new Error(MISSING)
  if (path === undefined) console.warn(`${MISSING}. Skipped: ${name}`)
  describe.skipIf(path === undefined)(name, tests)
}

/** A new Firefox, driven by WebDriver BiDi, which is closed with its scope. */
export async function startFirefox(scope: Scope): Promise<Browser> {
  const browser = await launch({ browser: 'firefox', executablePath: path ?? '', headless: true })
  scope.onTestFinished(() => browser.close())
  return browser
}

/** A page in Firefox, used as by a person: things are found by role and name. */
export class FirefoxPage {
  readonly page: Page

  /** Opens a page in a browser context of its own. */
  static async open(scope: Scope, browser: Browser, url: string): Promise<FirefoxPage> {
    const context = await browser.createBrowserContext()
    scope.onTestFinished(() => context.close())
    return FirefoxPage.#in(scope, context, url)
  }

  static async #in(scope: Scope, context: BrowserContext, url: string): Promise<FirefoxPage> {
    const page = await context.newPage()
    const errors: unknown[] = []
    page.on('pageerror', (error) => {
      if (!AWAY.test(String(error))) errors.push(error)
    })
    scope.onTestFinished(() => expect(errors).toEqual([]))
    await page.setViewport({ width: 1280, height: 900 })
    page.setDefaultTimeout(PATIENCE)
    await page.goto(url)
    return new FirefoxPage(page)
  }

  /** Another tab beside this one, at the same address. */
  beside(scope: Scope): Promise<FirefoxPage> {
    return FirefoxPage.#in(scope, this.page.browserContext(), this.page.url())
  }

  private constructor(page: Page) {
    this.page = page
  }

  /** Waits until the page shows a text. */
  async see(text: string): Promise<void> {
    await this.page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('main, [role=dialog], header')].some((part) =>
          part.textContent.includes(text),
        ),
      WHEN_IT_CHANGES,
      text,
    )
  }

  /** Waits until the page shows an element of this role and name. */
  async find(role: Role, name: string): Promise<void> {
    await this.#element(role, name)
  }

  /** Presses an element once it is enabled: some are disabled for a moment. */
  async press(role: Role, name: string): Promise<void> {
    const element = await this.#element(role, name)
    const isAnswering = (found: Element) => found.getAttribute('aria-disabled') !== 'true'
    await this.page.waitForFunction(isAnswering, WHEN_IT_CHANGES, element)
    await element.click()
  }

  /** Types into an empty field, by its label. */
  async fill(label: string, value: string): Promise<void> {
    const found = await this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('input')].find(({ labels }) =>
          [...(labels ?? [])].some(({ textContent }) => textContent?.trim() === wanted),
        ),
      WHEN_IT_CHANGES,
      label,
    )
    await found.asElement()?.type(value)
  }

  async #element(role: Role, name: string): Promise<ElementHandle<Element>> {
    const found = await this.page.waitForFunction(
      (elements, name) =>
        [...document.querySelectorAll(elements)].find((element) => {
          const names = element.getAttribute('aria-labelledby')?.split(' ') ?? []
          const labels = names.map((id) => document.getElementById(id)?.textContent ?? '')
          const label = element.getAttribute('aria-label') ?? labels.join(' ')
          const said = [...element.childNodes].filter(
            (node) => !(node instanceof Element && node.ariaHidden === 'true'),
          )
          const text = label || said.map(({ textContent }) => textContent).join('')
          return text.trim() === name && element.checkVisibility()
        }),
      WHEN_IT_CHANGES,
      ELEMENTS[role],
      name,
    )
    const element = found.asElement()
    if (element === null) throw new Error(`no ${role} '${name}'`)
    return element as ElementHandle<Element>
  }
}
