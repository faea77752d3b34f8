import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { configure as texts } from '../../server/contract/texts/configure.ts'
import { newKeyset } from '../support/api-server.ts'
import { mistype } from '../support/credentials.ts'
import { checkScreen } from './support/check-screen.ts'
import { describeInBrowser } from './support/chromium.ts'
import { CLIPBOARD, openConfigure, paste } from './support/configure.ts'
import { startConsole, startGroup } from './support/console.ts'

const keyset = newKeyset()
const [share = '', secondShare = ''] = keyset.shareCredentials
const group = keyset.groupCredential
const [stranger = ''] = newKeyset().shareCredentials

const SHARE_FORMAT = 'Invalid share format. Should start with "bfshare" and be properly formatted.'
const GROUP_FORMAT =
  'Invalid group credential format. Should start with "bfgroup" and be properly formatted.'
const CHECKSUM = 'the checksum does not match, so a character is missing, added or mistyped'

const textOf = (fields: readonly Locator[]) =>
  Promise.all(fields.map((field) => field.inputValue()))

describeInBrowser('the fields of the Configure screen', () => {
  it('say what is wrong with them as they are typed', async (scope) => {
    const floe = await startConsole(scope)
    const { page, ...screen } = await openConfigure(scope, floe.url)
    const wrong = [
      ['share', 'b', SHARE_FORMAT],
      ['share', 'bfshare1ab', SHARE_FORMAT],
      ['share', 'bfgroup1abcdef', SHARE_FORMAT],
      ['share', share.slice(0, 60), 'Invalid share length (expected around 174 characters)'],
      ['share', mistype(share, 20), `Failed to decode share: ${CHECKSUM}`],
      ['share', ' ', 'Share is required'],
      ['group', 'g', GROUP_FORMAT],
      ['group', 'bfgroup1ab', GROUP_FORMAT],
      ['group', group.replace(/.$/, 'b'), 'Invalid group format - must be in bech32m format'],
      ['group', mistype(group, 30), `Failed to decode group: ${CHECKSUM}`],
      ['group', ' ', 'Group credential is required'],
      ['name', ' ', 'Name is required'],
    ] as const
    for (const [field, text, problem] of wrong) {
      await screen[field].fill(text)
      await page.getByText(problem, { exact: true }).waitFor()
    }
    await checkScreen(page, 'configure-wrong')
  })

  it('are not called empty before somebody has been there', async (scope) => {
    const floe = await startConsole(scope)
    const { page, share: field } = await openConfigure(scope, floe.url)
    await page.getByText(texts.missing([texts.name, texts.share, texts.group])).waitFor()
    expect(await page.getByText('Share is required').count()).toBe(0)
    await field.focus()
    await field.blur()
    await page.getByText('Share is required').waitFor()
  })

  it('say what they hold as it becomes valid', async (scope) => {
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url)
    await screen.share.fill(secondShare)
    await screen.page.getByText('index 2', { exact: true }).waitFor()
    await screen.group.fill(group)
    await screen.page.getByText('2 of 3', { exact: true }).waitFor()
    await screen.page
      .getByRole('status')
      .getByText(texts.belong(2, 2, 3))
      .waitFor()
  })

  it('say when share and group are of two keysets, before anything is sent', async (scope) => {
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url)
    await screen.name.fill('Main')
    await screen.share.fill(stranger)
    await screen.group.fill(group)
    await screen.page.getByText(/^Share does not belong to this group\./).waitFor()
    expect(await screen.submit.isDisabled()).toBe(true)
  })

  it.for([
    ['the name is missing', { name: '' }],
    ['the share is missing', { share: '' }],
    ['the group credential is missing', { group: '' }],
    ['the share is not valid', { share: mistype(share, 20) }],
    ['the group credential is not valid', { group: mistype(group, 30) }],
    ['the name is taken', { name: 'Taken share 2' }],
  ] as const)('can not be saved while %s', async ([, change], scope) => {
    const floe = await startConsole(scope)
    await saveOtherRecord(floe, 'Taken share 1')
    const screen = await openConfigure(scope, floe.url)
    for (const [field, text] of Object.entries({ name: 'Main', share, group })) {
      await screen[field as 'name'].fill(text)
    }
    const before = await screen.button(texts.configure).isEnabled()
    const [[field = '', text = ''] = []] = Object.entries(change)
    await screen[field as 'name'].fill(text)
    expect([before, await screen.submit.isEnabled()]).toEqual([true, false])
  })

  it('take no name that another saved keyset has, however its share is numbered', async (scope) => {
    const floe = await startConsole(scope)
    await saveOtherRecord(floe, 'Family share 1')
    const { page, name } = await openConfigure(scope, floe.url)
    const problem = page.getByText('This keyset name already exists')
    for (const taken of ['Family', 'Family share 2', ' Family ']) {
      await name.fill(taken)
      await problem.waitFor()
      await name.fill(`Other ${taken}`)
      await problem.waitFor({ state: 'detached' })
    }
  })

  it("leave the signer's own name to it, though it is saved as a record", async (scope) => {
    const { environment } = await startGroup(scope)
    const floe = await startConsole(scope, { environment })
    await saveOtherRecord(floe, 'main identity')
    const screen = await openConfigure(scope, floe.url)
    await screen.button(texts.continue).waitFor()
    await screen.name.fill('main identity share 3')
    expect(await screen.button(texts.update).isEnabled()).toBe(true)
  })

  it.for([
    ['a share in the group field', 'group', share, [share, ''], texts.movedShare],
    ['a group credential in the share field', 'share', group, ['', group], texts.movedGroup],
    ['a share in the name field', 'name', `"${share}"\n`, [share, ''], texts.movedShare],
    [
      'JSON with both',
      'share',
      JSON.stringify({ group, share }, null, 2),
      [share, group],
      texts.filledBoth,
    ],
    [
      'a text with several shares',
      'share',
      [group, share, secondShare].join('\n'),
      ['', group],
      texts.severalShares(2),
    ],
  ] as const)(
    'put %s where it belongs, and say so',
    async ([, into, text, wanted, said], scope) => {
      const floe = await startConsole(scope)
      const screen = await openConfigure(scope, floe.url, CLIPBOARD)
      await paste(screen, screen[into], text)
      await screen.page.getByRole('status').getByText(said).waitFor()
      expect(await textOf([screen.name, screen.share, screen.group])).toEqual(['', ...wanted])
    },
  )

  it('take a credential out of the quotes, spaces and line breaks around it', async (scope) => {
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url, CLIPBOARD)
    await screen.share.fill('something that was there')
    await paste(screen, screen.share, `\n  "${share}"\n`)
    expect(await screen.share.inputValue()).toBe(share)
  })

  it('leave any other text to be pasted as always', async (scope) => {
    const floe = await startConsole(scope)
    const screen = await openConfigure(scope, floe.url, CLIPBOARD)
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
