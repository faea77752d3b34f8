import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { describe, expect, it } from 'vitest'
import { imports as server } from '#contract/import-messages.ts'
import { packages } from '#contract/messages.ts'
import { common } from '#contract/texts/common.ts'
import { configure } from '#contract/texts/configure.ts'
import { importing as texts } from '#contract/texts/importing.ts'
import { joining } from '#contract/texts/joining.ts'
import { signer } from '#contract/texts/signer.ts'
import { npubOf } from '#nostr/keys.ts'
import { newKeyset } from '../support/api-server.ts'
import { CLIPBOARD, envOf, openConfigure, paste } from '../support/console/configure.ts'
import { startConsole } from '../support/console/console.ts'
import { ANY, like } from '../support/console/like.ts'
import { type IglooPerson, makeIglooDatabase } from '../support/igloo-database.ts'
import { saveIglooShare } from '../support/igloo-share.ts'
import { type Scope, startRelayFor, temporaryFolder } from '../support/scope.ts'

const PASSWORD = 'Correct1!horse'
const keyset = newKeyset()
const [share = '', bobs = ''] = keyset.shareCredentials
const { groupCredential } = keyset
const [, second = '', third = ''] = keyset.group.commits.map(({ pubkey }) => pubkey)

const alice = (relay: string): IglooPerson => ({
  ...{ name: 'alice', password: PASSWORD, share, group: groupCredential },
  ...{ groupName: 'Family', relays: [relay], appRelays: [relay] },
  policies: [
    { pubkey: second, label: 'Phone', note: 'in the hall' },
    { pubkey: third, allowSend: false, allowReceive: null },
  ],
  transport: Buffer.from(generateSecretKey()).toString('hex'),
  apps: [
    {
      ...{ client: getPublicKey(generateSecretKey()), name: 'Notes' },
      ...{ methods: { sign_event: true }, kinds: { '1': true } },
    },
  ],
})

/** The Configure screen of a new signer. */
async function open(scope: Scope) {
  const relay = await startRelayFor(scope)
  const floe = await startConsole(scope)
  const form = await openConfigure(scope, floe.url, CLIPBOARD)
  return { relay, floe, form, page: form.page }
}

describe('Coming from igloo-server', () => {
  it('shows what comes over of igloo.db, and imports it once the owner says that igloo-server is stopped', async (scope) => {
    const { relay, floe, form, page } = await open(scope)
    await form.button(texts.begin).click()
    await page.getByText(texts.filesTitle).waitFor()
    await form.button(texts.next).click()
    await page.getByText(texts.noFile, { exact: true }).waitFor()
    const bob = { name: 'bob', password: 'x', share: bobs, group: groupCredential }
    const file = makeIglooDatabase(scope, { people: [alice(relay.url), bob] })
    await page.getByLabel(texts.database, { exact: true }).setInputFiles(file)
    await form.button(texts.next).click()
    const password = page.getByLabel(texts.password, { exact: true })
    await password.fill('Wrong1!horse')
    await form.button(texts.look).click()
    await page.getByText(server.passwordWrong('alice'), { exact: true }).waitFor()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')

    await page.getByText(npubOf(keyset.group.group_pk.slice(2))).waitFor()
    await page.getByText(like(server.peerName(ANY, 'Phone'))).waitFor()
    await page.getByText(server.others(['bob'])).waitFor()
    expect(await form.submit.isDisabled()).toBe(true)
    expect(await envOf(floe)).toEqual({})
    await page.getByLabel(texts.stopped).check()
    await form.submit.click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()
    await form.toast(texts.done).waitFor()

    await floe.status(({ nodeActive }) => nodeActive)
    expect(await envOf(floe)).toMatchObject({ SHARE_CRED: share, GROUP_NAME: 'Family' })
    expect(floe.context.keysets.first.apps.list()).toMatchObject([
      { name: 'Notes', state: 'paired' },
    ])
    await page.getByText('Phone', { exact: true }).first().waitFor()
  })

  it('takes the text of a .env, with what was set for peers', async (scope) => {
    const { relay, floe, form, page } = await open(scope)
    await form.button(texts.begin).click()
    await page.getByLabel(texts.ways[1].title).check()
    const environment = `HEADLESS=true\nSHARE_CRED=${share}\nGROUP_CRED=${groupCredential}\n`
    const text = page.getByLabel(texts.environment, { exact: true })
    await text.fill(environment.replace('SHARE_CRED', 'OTHER'))
    await form.button(texts.next).click()
    await page.getByText(server.noShareInEnvironment, { exact: true }).waitFor()
    await text.fill(`${environment}RELAYS=${relay.url}\n`)
    await page.getByLabel(texts.policies, { exact: true }).setInputFiles({
      ...{ name: 'peer-policies.json', mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify([{ pubkey: second, label: 'Laptop' }])),
    })
    await form.button(texts.next).click()
    await page.getByText(like(server.peerName(ANY, 'Laptop'))).waitFor()
    await page.getByLabel(texts.stopped).check()
    await form.submit.click()
    await page.getByRole('region', { name: signer.verdict }).waitFor()

    expect(await envOf(floe)).toMatchObject({ RELAYS: JSON.stringify([relay.url]) })
  })

  it('sends no file that was chosen before another way, and is no longer shown', async (scope) => {
    const { relay, form, page } = await open(scope)
    await form.button(texts.begin).click()
    const file = makeIglooDatabase(scope, { people: [alice(relay.url)] })
    await page.getByLabel(texts.database, { exact: true }).setInputFiles(file)
    await page.getByLabel(texts.ways[1].title).check()
    await page.getByLabel(texts.ways[0].title).check()

    await form.button(texts.next).click()

    await page.getByText(texts.noFile, { exact: true }).waitFor()
  })
})

describe('a share that igloo-desktop or igloo-cli has saved', () => {
  it('is chosen, dropped or pasted, asks for its password, and fills share and group', async (scope) => {
    const { form, page } = await open(scope)
    const saved = saveIglooShare(
      ...[share, { password: PASSWORD, iterations: 600_000, saltBytes: 32 }],
      { groupCredential, version: 1, name: 'Family share 1' },
    )
    const file = (text: string) => ({
      ...{ name: 'share.json', mimeType: 'application/json' },
      buffer: Buffer.from(text),
    })
    const input = page.locator('input[type=file]')
    await input.setInputFiles(file('{"nothing": 1}'))
    await page.getByText(texts.fileEmpty, { exact: true }).waitFor()
    await input.setInputFiles(temporaryFolder(scope))
    await page.getByText(common.fileUnreadable, { exact: true }).waitFor()
    await input.setInputFiles(file(saved))
    await page.getByText(joining.kinds['igloo-share'].title, { exact: true }).waitFor()
    const password = page.getByLabel(joining.password, { exact: true })
    await password.fill('wrong')
    await page.keyboard.press('Enter')
    await page.getByText(packages.wrongPassword, { exact: true }).waitFor()

    await form.share.fill('')
    await paste(form, form.group, saved)
    await password.fill(PASSWORD)
    await form.button(joining.open).click()
    await page.getByText(configure.belong(1, 2, 3)).waitFor()
    expect([
      await form.name.inputValue(),
      await form.share.inputValue(),
      await form.group.inputValue(),
    ]).toEqual(['Family', share, groupCredential])

    await form.share.fill('')
    const dataTransfer = { files: [new File([saved], 'share.json')] }
    const place = page.getByRole('group', { name: texts.openLabel })
    await place.dispatchEvent('drop', { dataTransfer })
    await page.getByText(joining.kinds['igloo-share'].title, { exact: true }).waitFor()
  })
})
