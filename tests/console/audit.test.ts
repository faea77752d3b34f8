import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { activity } from '#contract/texts/activity.ts'
import { audit } from '#contract/texts/audit.ts'
import { common } from '#contract/texts/common.ts'
import { region } from '../support/console/apps.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { ANNA, button, openOwned } from '../support/console/owner.ts'
import { chooseSection, openSettings } from '../support/console/sign-in.ts'
import { openPage } from './support/page.ts'

describe('the audit', () => {
  it('is saved whole as a file, and leads to who signed in and what was changed', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment })
    const { audit: log } = floe.context.store
    log.record({ actor: ANNA.username, action: 'login', outcome: 'ok' })
    const detail = { keys: ['RELAYS'] }
    log.of(1).record({ actor: 'api-key:bot', action: 'env.save', outcome: 'ok', detail })
    log.of(1).record({ actor: ANNA.username, action: 'sign', outcome: 'ok', detail: { kind: 1 } })
    const page = await openPage(scope, floe.url)
    await openSettings(page, 'audit')
    const download = page.waitForEvent('download')
    await button(page, audit.export).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^floe-audit-\d{4}-\d\d-\d\d\.ndjson$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { actor: ANNA.username, action: 'login', outcome: 'ok' },
      { actor: 'api-key:bot', action: 'env.save', outcome: 'ok' },
      { actor: ANNA.username, action: 'sign', outcome: 'ok' },
    ])

    await button(page, audit.open).click()
    const list = region(page, activity.title)
    await list.getByRole('listitem').first().waitFor()
    expect(await list.getByRole('listitem').count()).toBe(1)
    await list.getByRole('radio', { name: activity.security }).check()
    const rows = list.getByRole('listitem')
    await rows
      .first()
      .getByText(audit.actions['env.save'] ?? '')
      .click()
    await rows.first().getByText(audit.actors.apiKey('bot')).waitFor()
    await rows.first().getByText('"RELAYS"').waitFor()
    await rows
      .nth(1)
      .getByText(audit.actions['login'] ?? '')
      .waitFor()
    expect(await rows.count()).toBe(2)
  })

  it('says why it can’t be saved', async (scope) => {
    const { page } = await openOwned(scope, 'login')
    await page.route('**/api/audit/export', (route) => route.abort('failed'))
    await chooseSection(page, 'audit')
    await button(page, audit.export).click()
    await page.getByText(audit.exportFailed).waitFor()
    await page.getByText(common.unreachable).waitFor()
  })
})
