import {
  BunkerSigner,
  type BunkerSignerParams,
  createNostrConnectURI,
  parseBunkerInput,
} from 'nostr-tools/nip46'
import { useWebSocketImplementation as setWebSocket } from 'nostr-tools/pool'
import { generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Locator, Page } from 'playwright-core'
import { WebSocket } from 'ws'
import type { InviteAnswer } from '#contract/apps.ts'
import { shell } from '#contract/texts/shell.ts'
import type { PageOptions } from '../../browser/support/page.ts'
import type { ApiServer } from '../api-server.ts'
import { patientPool } from '../patient-pool.ts'
import type { Scope } from '../scope.ts'
import { meet } from '../v2-group.ts'
import { type Group, startConsole, startGroup } from './console.ts'
import { startFloePeer } from './floe-peer.ts'
import { openPage } from './open-page.ts'

/** The name of the app that `pairedClient` pairs. */
export const NAME = 'Coracle on my phone'

// Node's own WebSocket makes events of the global class, which in a DOM library is the page's.
setWebSocket(WebSocket)

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[aria-modal=false]').filter({ hasText: text }).first()
export const tab = (page: Page, name: string): Locator =>
  page.getByRole('tab', { name, exact: true })
export const region = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** A signer that can sign, and its page: the tab for apps, or the address with the `hash` of the test. */
export async function openApps(
  scope: Scope,
  { hash, ...options }: PageOptions & { hash?: (relay: string) => string } = {},
): Promise<{ group: Group; floe: ApiServer; page: Page; pubkey: string }> {
  const group = await startGroup(scope)
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ nodeActive }) => nodeActive)
  const peer = await startFloePeer(scope, group, 2)
  const { signer: node } = floe.context.keysets.first.supervisor
  if (node === null) throw new Error('there is no signer')
  await meet(peer, { node })
  const page = await openPage(scope, floe.url + (hash?.(group.relay.url) ?? ''), options)
  if (hash === undefined) await tab(page, shell.tabs.apps).click()
  return { group, floe, page, pubkey: group.keyset.group.group_pk.slice(2) }
}

/** A genuine client that uses a bunker link. */
export async function clientOf(
  scope: Scope,
  uri: string,
  params: BunkerSignerParams = {},
): Promise<BunkerSigner> {
  const pointer = await parseBunkerInput(uri)
  if (pointer === null) throw new Error('this is no bunker link')
  const client = BunkerSigner.fromBunker(generateSecretKey(), pointer, {
    pool: patientPool(),
    ...params,
  })
  scope.onTestFinished(() => client.close())
  return client
}

/** A genuine client that is paired, and may do everyday things unasked. */
export async function pairedClient(
  scope: Scope,
  floe: Pick<ApiServer, 'post'>,
  params?: BunkerSignerParams,
): Promise<BunkerSigner> {
  const { body } = await floe.post('/api/apps/invite', { name: NAME, preset: 'everyday' })
  const client = await clientOf(scope, (body as InviteAnswer).uri, params)
  await client.connect()
  return client
}

/** A genuine client that waits until its own invitation is accepted. */
export function clientThatInvites(relay: string): {
  uri: string
  /** X-only, hex. */
  pubkey: string
  paired: Promise<BunkerSigner>
} {
  const seckey = generateSecretKey()
  const pubkey = getPublicKey(seckey)
  const uri = createNostrConnectURI({
    clientPubkey: pubkey,
    relays: [relay],
    secret: 'abc',
    name: 'Notes \u202e\u200bapp',
    url: 'https://notes.example.com',
    image: 'https://notes.example.com/logo.png',
    perms: ['sign_event:1', 'sign_event:0', 'nip44_encrypt', 'nip44_decrypt'],
  })
  const paired = BunkerSigner.fromURI(seckey, uri, { pool: patientPool() }, 60_000)
  // Some tests only read the link.
  paired.catch(() => {})
  return { uri, pubkey, paired }
}

export const event = (kind: number, content: string) => ({
  ...{ kind, content, tags: [] },
  created_at: Math.floor(Date.now() / 1_000),
})
