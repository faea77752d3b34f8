import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { decoding, protocolTexts, validation } from '#contract/messages.ts'
import { configure as texts } from '#contract/texts/configure.ts'
import { newKeyset } from '../support/api-server.ts'
import { CLIPBOARD, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole, startGroup } from '../support/console/console.ts'
import { mistype } from '../support/credentials.ts'
import { until } from '../support/until.ts'

const keyset = newKeyset()
const [share = '', secondShare = ''] = keyset.shareCredentials
const group = keyset.groupCredential
const [stranger = ''] = newKeyset().shareCredentials

const textOf = (fields: readonly Locator[]) =>
  Promise.all(fields.map((field) => field.inputValue()))

describe('the fields of the Configure screen', () => {
  it('say what is wrong with them as they are typed in, and not before they were visited', async (scope) => {
    const floe = await startConsole(scope)
    const { page, ...screen } = await openConfigure(scope, floe.url)
    await page.getByText(texts.missing([texts.name, texts.share, texts.group])).waitFor()
    expect(await page.getByText(validation.shareRequired).count()).toBe(0)
    await screen.share.focus()
    await screen.share.blur()
    await page.getByText(validation.shareRequired).waitFor()
    const wrong = [
      ['share', 'b', texts.shareFormat],
      ['share', 'bfshare1ab', texts.shareFormat],
      ['share', 'bfgroup1abcdef', texts.shareFormat],
      ['share', share.slice(0, 60), validation.shareLength(174)],
      ['share', mistype(share, 20), protocolTexts.decodeShare(decoding.checksum)],
      ['share', ' ', validation.shareRequired],
      ['group', 'g', texts.groupFormat],
      ['group', 'bfgroup1ab', texts.groupFormat],
      ['group', group.replace(/.$/, 'b'), validation.groupBech32m],
      ['group', mistype(group, 30), protocolTexts.decodeGroup(decoding.checksum)],
      ['group', ' ', texts.groupRequired],
      ['name', ' ', validation.nameRequired],
    ] as const
    for (const [field, text, problem] of wrong) {
      await screen[field].fill(text)
      await page.getByText(problem, { exact: true }).waitFor()
    }
  })

  it('say what they hold, can be saved only while all of it is right, and take no name of another keyset', async (scope) => {
    const floe = await startConsole(scope)
    await saveOtherRecord(floe, 'Taken share 1')
    const { page, ...screen } = await openConfigure(scope, floe.url)
    const right = { name: 'Main', share: secondShare, group }
    for (const [field, text] of Object.entries(right)) await screen[field as 'name'].fill(text)
    await page.getByText(texts.ofIndex(2), { exact: true }).waitFor()
    await page.getByText(texts.ofMembers(2, 3), { exact: true }).waitFor()
    await page
      .getByRole('status')
      .getByText(texts.belong(2, 2, 3))
      .waitFor()

    for (const [field, text] of [
      ['name', ''],
      ['share', ''],
      ['group', ''],
      ['share', mistype(share, 20)],
      ['group', mistype(group, 30)],
      ['name', 'Taken share 2'],
      ['share', stranger],
    ] as const) {
      await until(() => screen.button(texts.configure).isEnabled())
      await screen[field].fill(text)
      await until(() => screen.submit.isDisabled())
      if (text === stranger) {
        await page.getByText(texts.notOneKeyset(validation.shareNotInGroup)).waitFor()
      }
      await screen[field].fill(right[field])
    }

    // A name is taken whatever number its share has.
    const problem = page.getByText(validation.nameTaken)
    for (const taken of ['Taken', 'Taken share 2', ' Taken ']) {
      await screen.name.fill(taken)
      await problem.waitFor()
      await screen.name.fill(`Other ${taken}`)
      await problem.waitFor({ state: 'detached' })
    }
  })

  it('let the signer keep its own name, though a record has it too', async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment })
    await saveOtherRecord(floe, 'main identity')
    const screen = await openConfigure(scope, floe.url)
    await screen.button(texts.continue).waitFor()
    await screen.name.fill('main identity share 3')
    await until(() => screen.button(texts.update).isEnabled())
  })

  it('put a pasted text where it belongs, and say so', async (scope) => {
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url, CLIPBOARD)
    const fields = [screen.name, screen.share, screen.group]
    for (const [into, text, wanted, said] of [
      ['group', share, [share, ''], texts.movedShare],
      ['share', group, ['', group], texts.movedGroup],
      ['name', `"${share}"\n`, [share, ''], texts.movedShare],
      ['share', JSON.stringify({ group, share }, null, 2), [share, group], texts.filledBoth],
      ['share', [group, share, secondShare].join('\n'), ['', group], texts.severalShares(2)],
    ] as const) {
      await paste(screen, screen[into], text)
      await screen.page.getByRole('status').getByText(said).waitFor()
      expect(await textOf(fields), said).toEqual(['', ...wanted])
      for (const field of fields) await field.fill('')
      await screen.page.getByText(said).waitFor({ state: 'detached' })
    }

    await screen.share.fill('something that was there')
    await paste(screen, screen.share, `\n  "${share}"\n`)
    expect(await screen.share.inputValue()).toBe(share)
    await screen.name.fill('My ')
    await paste(screen, screen.name, 'keyset')
    expect(await screen.name.inputValue()).toBe('My keyset')
  })
})

/** A record of a keyset that is not this signer's. */
async function saveOtherRecord(
  floe: { post(path: string, body: unknown): Promise<{ status: number }> },
  name: string,
): Promise<void> {
  const { groupCredential, shareCredentials } = newKeyset()
  const [shareCredential] = shareCredentials
  const { status } = await floe.post('/api/shares', { shareCredential, groupCredential, name })
  expect(status).toBe(200)
}
