import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import type { NostrEvent } from '#contract/nostr.ts'
import { conversationKey, openEnvelope } from '#protocol/v2/envelope.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import { until } from '../../support/until.ts'
import { present } from '../../support/v2-vectors.ts'
import type { Build } from './builds.ts'

/**
 * The functions of a build that open packages and join with one. Texts are hex, packages, passwords or JSON.
 */
interface Packages {
  default(options: { module_or_path: Uint8Array }): Promise<unknown>
  decode_bfonboard_package(text: string, password: string): string
  decode_bfprofile_package(text: string, password: string): string
  decode_bfshare_package(text: string, password: string): string
  create_onboarding_request_bundle(
    secret: string,
    peer: string,
    kind: bigint,
    sentAt: number | null,
  ): string
  build_onboarding_runtime_snapshot(
    group: string,
    secret: string,
    peer: string,
    nonces: string,
    state: string,
  ): string
}

/** The contents of an invitation. */
interface Invitation {
  share_secret: string
  relays: string[]
  peer_pk: string
}

interface Answer {
  group: GroupPackage
  nonces: unknown
}

/** The stored state of a genuine device that has joined. */
export interface Joined {
  group: GroupPackage
  seckey: string
  snapshot: string
}

export async function packagesOf({ folder }: Build): Promise<Packages> {
  const packages: Packages = await import(
    pathToFileURL(join(folder, 'bifrost_bridge_wasm.js')).href
  )
  const wasm = readFileSync(join(folder, 'bifrost_bridge_wasm_bg.wasm'))
  await packages.default({ module_or_path: wasm })
  return packages
}

/** Opens an invitation and joins with it as igloo-pwa and igloo-chrome do, at the first relay that it names. */
export async function joinByBuild(
  build: Build,
  given: { package: string; password: string },
): Promise<Joined> {
  const packages = await packagesOf(build)
  const opened = packages.decode_bfonboard_package(given.package, given.password)
  const { share_secret: secret, relays, peer_pk: peer } = JSON.parse(opened) as Invitation
  const bundle = packages.create_onboarding_request_bundle(secret, peer, 20_000n, null)
  const { request_id, local_pubkey32, bootstrap_state_hex, event_json } = JSON.parse(
    bundle,
  ) as Record<'request_id' | 'local_pubkey32' | 'bootstrap_state_hex' | 'event_json', string>
  const key = conversationKey(secret, peer)
  const filter = { kinds: [20_000], authors: [peer], '#p': [local_pubkey32] }
  const relay = new WebSocket(relays[0] ?? '')
  const id = randomUUID()
  relay.on('open', () => relay.send(JSON.stringify(['REQ', id, filter])))
  let answer: Answer | undefined
  relay.on('message', (data) => {
    const [type, , event] = JSON.parse(data.toString()) as [string, string, NostrEvent]
    if (type === 'EOSE') relay.send(`["EVENT",${event_json}]`)
    if (type !== 'EVENT') return
    const envelope = openEnvelope(event.content, key)
    if (!envelope.ok || envelope.value.id !== request_id) return
    if (envelope.value.type === 'OnboardResponse') answer = envelope.value.data as Answer
  })
  await until(() => answer !== undefined, { what: 'the group' })
  relay.close()
  const { group, nonces } = present(answer)
  const snapshot = packages.build_onboarding_runtime_snapshot(
    JSON.stringify(group),
    secret,
    peer,
    JSON.stringify(nonces),
    bootstrap_state_hex,
  )
  return { group, seckey: secret, snapshot }
}
