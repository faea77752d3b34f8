import { expect, it } from 'vitest'
import { shell } from '#contract/texts/shell.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { openOnce } from '../support/console/open-once.ts'
import { describeInWholeBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

interface Icon {
  src: string
  sizes: string
  purpose: string
}

describeInWholeBrowser('the console as an app', () => {
  /** One page for all tests: none of them changes it. */
  const openAgain = openOnce(async (scope) => {
    const group = await startGroup(scope)
    const floe = await startConsole(scope, { environment: group.environment })
    return { floe, page: await openPage(scope, floe.url, { isNewHere: true }) }
  })

  it('loads its font with the page, and only once', async (scope) => {
    const { page } = await openAgain(scope)
    await page.getByRole('tab', { name: shell.tabs.recover }).waitFor()
    await page.evaluate(() => document.fonts.ready)

    const loaded = await page.evaluate(() => {
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return files.map(({ name, initiatorType }) => `${initiatorType} ${new URL(name).pathname}`)
    })

    const fonts = loaded.filter((entry) => /inter-latin-wght/.test(entry))
    expect(fonts).toEqual([expect.stringMatching(/^link /)])
  })

  it('can be installed: Chromium finds nothing that is missing', async (scope) => {
    const { page } = await openAgain(scope)
    const devtools = await page.context().newCDPSession(page)

    const { errors, data = '' } = await devtools.send('Page.getAppManifest')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')

    expect(errors).toEqual([])
    // Newer versions take a test's profile for incognito, which can't install anything.
    const missing = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
    expect(missing).toEqual([])
    expect(JSON.parse(data)).toMatchObject({
      name: 'Floe',
      short_name: 'Floe',
      display: 'standalone',
    })
  })

  it('has every picture that its manifest and its page name, in the size they say', async (scope) => {
    const { floe, page } = await openAgain(scope)
    const { icons } = (await floe.get('/manifest.webmanifest')).body as { icons: Icon[] }
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
    const named = [...icons, { src: touch ?? '', sizes: '180x180' }]

    for (const { src, sizes } of named) {
      const drawn = await page.evaluate(async (path) => {
        const image = new Image()
        image.src = new URL(path, document.baseURI).href
        await image.decode()
        return `${image.naturalWidth}x${image.naturalHeight}`
      }, src)
      expect(drawn, src).toBe(sizes)
    }
  })
})
