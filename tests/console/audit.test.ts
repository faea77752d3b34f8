import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { audit } from '#contract/texts/audit.ts'
import { common } from '#contract/texts/common.ts'
import { ANNA, button, openOwned, section } from '../support/console/owner.ts'
import { chooseSection } from '../support/console/sign-in.ts'

describe('the audit', () => {
  it('tells who did what and when, newest first, with what belongs to it, and is handed out whole as a file', async (scope) => {
    const { floe, page } = await openOwned(scope, 'login')
    const { audit: log } = floe.context.store
    log.of(1).record({
      actor: 'api-key:bot',
      action: 'env.save',
      outcome: 'ok',
      detail: { keys: ['RELAYS'] },
    })
    await chooseSection(page, 'audit')
    const rows = section(page, 'audit').getByRole('listitem')
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
    await rows.nth(1).getByText(ANNA.username).waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: audit.export }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^floe-audit-\d{4}-\d\d-\d\d\.ndjson$/)
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { actor: ANNA.username, action: 'login', outcome: 'ok' },
      { actor: 'api-key:bot', action: 'env.save', outcome: 'ok' },
    ])
  })

  it('shows more on request, down to the oldest entry', async (scope) => {
    const { floe, page } = await openOwned(scope, 'login')
    for (let entry = 0; entry < 60; entry += 1) {
      floe.context.store.audit.of(1).signature({
        peer: 'ab'.repeat(32),
        sessionId: 'cd'.repeat(32),
        hashes: ['ef'.repeat(32)],
        type: 'message',
        direction: 'given',
        generation: '1.x',
        outcome: entry % 2 === 0 ? 'ok' : 'failed',
      })
    }
    await chooseSection(page, 'audit')
    const rows = section(page, 'audit').getByRole('listitem')
    await rows.nth(49).waitFor()
    expect(await rows.count()).toBe(50)
    await button(page, common.more).click()
    await page.getByText(audit.noMore).waitFor()
    expect(await rows.count()).toBe(61)
  })

  it('says why it can’t be loaded, and is loaded on request', async (scope) => {
    const { page } = await openOwned(scope, 'login')
    await page.route('**/api/audit*', (route) => route.abort('failed'))
    await chooseSection(page, 'audit')
    await page.getByText(`${audit.failed}: ${common.unreachable}`).waitFor()
    await page.unroute('**/api/audit*')
    await button(page, common.retry).click()
    await section(page, 'audit')
      .getByText(audit.actions['login'] ?? '')
      .waitFor()
  })
})
