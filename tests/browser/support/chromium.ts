import { accessSync, constants } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { describe } from 'vitest'

const WHOLE = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Chromium without windows and what goes with them: the tests take a third less time in it. */
const PAGES_ALONE = '/usr/bin/chromium-headless-shell'

/** Without requests that Chromium makes by itself, and without a GPU. */
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name as in a home network, for tests of pages on plain HTTP.
  '--host-resolver-rules=MAP *.local 127.0.0.1',
]

const found = (candidates: readonly (string | undefined)[]): string | undefined =>
  candidates.find((path) => path !== undefined && isProgram(path))

const whole = found(WHOLE)
/** The path of the Chromium that shows pages; undefined: there is none. */
export const pagesAlone = process.env['CHROMIUM'] ? whole : found([PAGES_ALONE, whole])

/** The Chromium of this test file. */
let chromiumPath = pagesAlone

/** Running browsers by path. All files of this process share them, and they end with the process. */
const running = new Map<string, Promise<Browser>>()

/** The Chromium of this test file, started when the first test wants it. */
export function browser(): Promise<Browser> {
  const path = chromiumPath
  if (path === undefined) throw new Error(MISSING)
  const there = running.get(path)
  if (there !== undefined) return there
  const started = chromium.launch({ executablePath: path, args: FLAGS })
  running.set(path, started)
  // A crashed browser fails only the test that uses it.
  const forget = () => void running.delete(path)
  started.then((browser) => browser.on('disconnected', forget), forget)
  return started
}

/** What to do without a Chromium. */
export const MISSING =
  'There is no Chromium: install one (apt-get install chromium), or name it in CHROMIUM'

/** Tests that need a browser: without one they fail in CI and are skipped elsewhere. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeIn(pagesAlone, name, tests)

/** Tests of what a browser does outside its pages, such as installing an app. */
export const describeInWholeBrowser = (name: string, tests: () => void): void =>
  describeIn(whole, name, tests)

function describeIn(path: string | undefined, name: string, tests: () => void): void {
  chromiumPath = path
  if (chromiumPath === undefined) {
    if (process.env['CI'] === 'true') throw new Error(MISSING)
    console.warn(`${MISSING}. Skipped: ${name}`)
    describe.skip(name, tests)
    return
  }
  describe(name, tests)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
