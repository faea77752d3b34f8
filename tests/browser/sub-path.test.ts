// Only a browser resolves the addresses of a page, its style sheet, its modules and its manifest.

import { expect, it } from 'vitest'
import { account } from '#contract/texts/account.ts'
import { events } from '#contract/texts/events.ts'
import { settings as texts } from '#contract/texts/settings.ts'
import { CLOSED } from '../support/access.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { button } from '../support/console/owner.ts'
import { chooseSection, field, openSettings } from '../support/console/sign-in.ts'
import { type ProxyKind, SUB_PATH, startSubPathProxy } from '../support/sub-path-proxy.ts'
import { describeInBrowser } from './support/chromium.ts'
import { openPage } from './support/page.ts'

const PASSWORD = 'correct horse battery'

describeInBrowser('the console below a path', () => {
  it.for<ProxyKind>(['cuts', 'keeps'])(
    'of a proxy that %s it signs in by a link, hears events and loads its parts',
    async (kind, scope) => {
      const { environment } = await startGroup(scope, { threshold: 1, totalMembers: 2 })
      const base = kind === 'keeps' ? { BASE_PATH: SUB_PATH } : {}
      const floe = await startConsole(scope, {
        environment: { ...environment, ...CLOSED, ...base },
      })
      const proxy = await startSubPathProxy(scope, floe.port, kind)
      const token = floe.context.auth.createSignInToken()
      const page = await openPage(scope, `${proxy.url}/#token=${token}`, { isNewHere: true })

      await field(page, account.setPassword.fresh).fill(PASSWORD)
      await button(page, account.setUp.setPassword).click()
      await page.getByLabel(events.entries).waitFor()
      const { message } = floe.context.events.add('info', 'It has come through the proxy')
      await page.getByRole('button', { name: message }).waitFor()

      await openSettings(page, 'about')
      await page.getByText(texts.licenceOf.web).click()
      await page.getByRole('region', { name: texts.licenceOf.web }).waitFor()
      await chooseSection(page, 'keys')
      const opened = page.waitForEvent('popup')
      await page.getByRole('link', { name: account.apiDescription }).click()
      const docs = await opened
      await docs.getByRole('heading', { name: 'Floe API' }).waitFor()
      // A heading shows before its style sheet has come.
      await docs.waitForLoadState()
      expect(await docs.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(0)

      const devtools = await page.context().newCDPSession(page)
      const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
      expect(errors).toEqual([])
      // An app whose manifest has no id is identified by its start_url.
      const { id, start_url, scope: within } = JSON.parse(data) as Record<string, string>
      expect(id).toBeUndefined()
      for (const address of [start_url, within]) {
        expect(new URL(address ?? '', url).href).toBe(`${proxy.url}/`)
      }
      await page.evaluate(() => document.fonts.ready)
      expect(proxy.strays).toEqual([])
    },
  )
})
