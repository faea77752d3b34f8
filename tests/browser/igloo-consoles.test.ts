import * as nip19 from 'nostr-tools/nip19'
import { BunkerSigner, createNostrConnectURI } from 'nostr-tools/nip46'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { type ApiServer, startServer } from '../support/api-server.ts'
import { type Group, startGroup } from '../support/console/console.ts'
import { newHash } from '../support/new-hash.ts'
import { patientPool } from '../support/patient-pool.ts'
import { type Scope, startRelayFor } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { describeInBrowser } from './support/chromium.ts'
import { hasConsole, type IglooVersion, startIglooConsole } from './support/igloo-console.ts'
import { openPage } from './support/page.ts'

const API_KEY = 'a key of some length'
const USER = { name: 'anna', password: 'Violet7!Kettle' }
const ADMIN_SECRET = 'the secret of an administrator'

/** igloo-server's console in front of a Floe that nobody has set up, with a device of the group online. */
async function open(scope: Scope, version: IglooVersion, environment: Record<string, string>) {
  const group = await startGroup(scope, { peers: [2] })
  const floe = await startServer(scope, {
    environment: { AUTH_ENABLED: 'true', ...environment },
  })
  const url = await startIglooConsole(scope, version, { floe: floe.url, relay: group.relay.url })
  const page = await openPage(scope, url, { isNewHere: true })
  const { url: other } = await startRelayFor(scope)
  return { group, floe, page, other }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

async function signIn(page: Page): Promise<void> {
  await button(page, /^Username ?\/ ?Password$/).click()
  await page.getByLabel('Username').fill(USER.name)
  await page.getByLabel('Password').fill(USER.password)
  await button(page, /^Sign In$/i).click()
}

async function configure(page: Page, { keyset, share }: Group): Promise<void> {
  await page.getByPlaceholder('Enter a name for your signer').fill('Family')
  await page.getByPlaceholder(/^Enter your share credential/).fill(share(1))
  await page.getByPlaceholder(/^Enter your group credential/).fill(keyset.groupCredential)
  await button(page, 'Configure Signer').click()
}

/** Uses the signer's screen, which is alike in both consoles. @param key an API key that may sign */
async function useSigner(page: Page, floe: ApiServer, key: string): Promise<void> {
  await page.getByText('Server Signer: Running').waitFor()
  await page.getByText('1 online').waitFor()
  await page.getByText('Status: Online').waitFor()

  await page.getByText('Event Log', { exact: true }).click()
  const signed = await floe.post('/api/sign', { message: newHash() }, { 'X-API-Key': key })
  expect(signed.status).toBe(200)
  await page.getByText('SIGN', { exact: true }).first().waitFor()
}

/** Adds a relay and removes it again; Floe's relays follow. */
async function addRelay(page: Page, floe: ApiServer, { relay }: Group, other: string) {
  await page.getByPlaceholder('Add relay URL').fill(other)
  await button(page, 'Add').click()
  const relays = () => floe.context.keysets.first.supervisor.relays
  await expect.poll(relays).toEqual([relay.url, other])
  await button(page, 'Remove relay').last().click()
  await expect.poll(relays).toEqual([relay.url])
}

async function recover(page: Page, { keyset, share }: Group): Promise<void> {
  await page.getByRole('tab', { name: 'Recover' }).click()
  await button(page, /^Add Share Input/).click()
  await page.getByPlaceholder(/^Enter share 2/).fill(share(3))
  await button(page, 'Recover NSEC').click()
  const nsec = (await page.getByText(/^nsec1/).textContent()) ?? ''
  const { data } = nip19.decode(nsec)
  expect(getPublicKey(data as Uint8Array)).toBe(keyset.group.group_pk.slice(2))
}

/** Saves settings that Floe takes only from its environment: its relays stay as they are. */
async function saveAdvanced(page: Page, floe: ApiServer): Promise<void> {
  const { relays } = floe.context.keysets.first.supervisor
  await button(page, 'Back to Configure').click()
  await page.getByText('Existing Configuration Found').waitFor()
  await page.getByText('Advanced Settings', { exact: true }).click()
  await page.getByPlaceholder('3600', { exact: true }).fill('3601')
  await button(page, 'Save Advanced Settings').click()
  await page.getByText('Advanced settings saved successfully!').waitFor()
  expect(floe.context.keysets.first.supervisor.relays).toEqual(relays)
  await button(page, 'Continue').click()
}

/** Connects a client by its link, and approves its request. */
async function connectApp(scope: Scope, page: Page, { relay, keyset }: Group): Promise<void> {
  const seckey = generateSecretKey()
  const clientPubkey = getPublicKey(seckey)
  const uri = createNostrConnectURI({
    ...{ clientPubkey, relays: [relay.url], secret: 'abc', name: 'Notes' },
  })
  const pool = patientPool()
  scope.onTestFinished(() => pool.destroy())
  const connecting = BunkerSigner.fromURI(seckey, uri, { pool })
  await page.getByRole('tab', { name: 'NIP-46' }).click()
  await page.getByPlaceholder('nostrconnect://...').fill(uri)
  await until(() => relay.hasListener(clientPubkey))
  await button(page, 'Connect').click()
  const client = await connecting
  await page.getByText('ACTIVE', { exact: true }).waitFor()

  const asked = client.signEvent({ kind: 1, created_at: 1, tags: [], content: 'hello' })
  await page.getByRole('tab', { name: /^Requests/ }).click()
  await button(page, 'Approve').click()
  expect((await asked).pubkey).toBe(keyset.group.group_pk.slice(2))
}

const [OLD, NEW] = ['0.1.8', '1.1.0'] as const
for (const version of [OLD, NEW].filter((version) => !hasConsole(version))) {
  console.warn(
    `igloo-server’s console of ${version} is not run: see IGLOO_SERVER_SOURCES in CONTRIBUTING.md`,
  )
}

describeInBrowser('igloo-server’s own console', () => {
  it.skipIf(!hasConsole(OLD))(
    'of 0.1.8 is configured, shows signatures and peers, and recovers',
    async (scope) => {
      const { group, floe, page, other } = await open(scope, OLD, {
        ...{ API_KEY, BASIC_AUTH_USER: USER.name, BASIC_AUTH_PASS: USER.password },
      })
      await signIn(page)
      await configure(page, group)
      await useSigner(page, floe, API_KEY)
      await addRelay(page, floe, group, other)
      await recover(page, group)
    },
  )

  it.skipIf(!hasConsole(NEW))(
    'of 1.1.0 does the same, sets up its login, makes a key, sets policies, and connects an app',
    async (scope) => {
      const { group, floe, page, other } = await open(scope, NEW, { ADMIN_SECRET })
      await button(page, 'Continue to Setup').click()
      await page.getByPlaceholder('Enter admin secret').fill(ADMIN_SECRET)
      await button(page, 'Continue').click()
      await page.getByLabel('Username', { exact: true }).fill(USER.name)
      await page.getByPlaceholder(/^Enter password/).fill(USER.password)
      await page.getByPlaceholder(/^Confirm password/).fill(USER.password)
      await button(page, /^Create/).click()
      await signIn(page)
      await configure(page, group)
      await page.getByRole('tab', { name: 'API Keys' }).click()
      await page.getByPlaceholder('automation-bot').fill('Home')
      await button(page, 'Issue key').click()
      const key = (await page.locator('code').first().textContent()) ?? ''

      await page.getByRole('tab', { name: 'Signer' }).click()
      await useSigner(page, floe, key)
      await button(page, 'Configure peer policy').first().click()
      await button(page, /^Outbound/).click()
      await button(page, 'Outbound Block').waitFor()
      await button(page, 'Reset to defaults').click()
      await button(page, 'Outbound Default (Allow)').waitFor()
      await addRelay(page, floe, group, other)

      await saveAdvanced(page, floe)
      await connectApp(scope, page, group)
      await recover(page, group)
    },
  )
})
