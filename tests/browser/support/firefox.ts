import { accessSync, constants } from 'node:fs'
import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core'
import { describe, expect } from 'vitest'
import type { Scope } from '../../support/scope.ts'

const CANDIDATES = [process.env['FIREFOX'], '/usr/bin/firefox-esr', '/usr/bin/firefox']
const PATIENCE = 60_000

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

/** A new Firefox, driven by WebDriver BiDi, which is gone with its scope. */
export async function startFirefox(scope: Scope): Promise<Browser> {
  const browser = await launch({ browser: 'firefox', executablePath: path ?? '', headless: true })
  scope.onTestFinished(() => browser.close())
  return browser
}

/** A page as a person has it, who goes by what things are and are called. */
export class FirefoxPage {
  readonly page: Page

  /** In a window that shares nothing with others. */
  static async open(scope: Scope, browser: Browser, url: string): Promise<FirefoxPage> {
    const context = await browser.createBrowserContext()
    scope.onTestFinished(() => context.close())
    return FirefoxPage.#in(scope, context, url)
  }

  static async #in(scope: Scope, context: BrowserContext, url: string): Promise<FirefoxPage> {
    const page = await context.newPage()
    const errors: unknown[] = []
    page.on('pageerror', (error) => errors.push(error))
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

  /** Waits until a text is there. */
  async see(text: string): Promise<void> {
    await this.page.locator(`main, dialog, [role=dialog], header ::-p-text(${text})`).wait()
  }

  /** Waits until something of this role and name is there. */
  async find(role: string, name: string): Promise<void> {
    await this.page.locator(selector(role, name)).wait()
  }

  async press(role: string, name: string): Promise<void> {
    await this.page.locator(selector(role, name)).click()
  }

  /** Types into an empty field. By its label: Firefox has no role for a password. */
  async fill(label: string, value: string): Promise<void> {
    const found = await this.page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('input')].find(({ labels }) =>
          [...(labels ?? [])].some(({ textContent }) => textContent?.trim() === wanted),
        ),
      {},
      label,
    )
    await found.asElement()?.type(value)
  }
}

const selector = (role: string, name: string): string =>
  `::-p-aria([name=${JSON.stringify(name)}][role=${JSON.stringify(role)}])`
