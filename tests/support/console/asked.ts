import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import type { InviteAnswer } from '#contract/apps.ts'
import { questions } from '#contract/texts/questions.ts'
import { signer } from '#contract/texts/signer.ts'
import { eventId, serializeEvent, signEvent } from '#nostr/event.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { PageOptions } from '../../browser/support/page.ts'
import { startAppClient } from '../app-client.ts'
import { AS_IN_USE } from '../patient.ts'
import { publish } from '../publish.ts'
import { SIGNING } from '../rules.ts'
import type { Scope } from '../scope.ts'
import { meet } from '../v2-group.ts'
import { region } from './apps.ts'
import { startConsole, startGroup } from './console.ts'
import { startFloePeer } from './floe-peer.ts'
import { openPage } from './open-page.ts'

/** The owner's name of the device that asks. */
export const PHONE = 'Phone'

/** The window with a question, once the owner has opened it. */
export const asks = (page: Page, who = PHONE): Locator =>
  page.getByRole('dialog', { name: questions.asks(who) })

/** A button once it is enabled: it is disabled for a moment after an answer. */
export const answering = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':not([aria-disabled=true])'))

/** Opens the questions that wait. */
export const look = (page: Page): Promise<void> =>
  page.getByRole('button', { name: questions.look, exact: true }).click()

export const PROFILE = {
  name: 'Anna',
  about: 'Writes about ice.',
  lud16: 'anna@wallet.example',
  picture: 'https://pictures.example/anna.jpg',
}

/** This signer's console, and a member that asks for signatures of new profiles; the group has a profile. */
export async function openAsked(scope: Scope, width: number) {
  const secretKey = randomBytes(32).toString('hex')
  const group = await startGroup(scope, { secretKey })
  const author = xOnly(group.keyset.group.group_pk)
  await publish(
    group.relay,
    signEvent(
      { kind: 0, created_at: 1_600_000_000, tags: [], content: JSON.stringify(PROFILE) },
      secretKey,
      author,
    ),
  )
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ nodeActive }) => nodeActive)
  const peer = await startFloePeer(scope, group, 2, {
    timings: { startDelay: 0, drain: 0, ...AS_IN_USE },
  })
  const { signer: node } = floe.context.keysets.first.supervisor
  if (node === null) throw new Error('there is no signer')
  await meet(peer, { node })
  const page = await openPage(scope, floe.url, { width })

  let made = 0
  /** The member asks for a signature of a new profile. */
  const ask = () => {
    made += 1
    const event = {
      pubkey: author,
      created_at: 1_700_000_000 + made,
      kind: 0,
      tags: [],
      content: JSON.stringify({
        ...{ name: `Anna ${made}`, about: PROFILE.about },
        lud16: 'anna@elsewhere.example',
      }),
    }
    const again = () => peer.node.sign(SIGNING, eventId(event), [], serializeEvent(event))
    return { first: again(), again }
  }

  /** The member may give up before the owner answers; then it asks again for the same, as devices do. */
  const isSigned = async ({ first, again }: ReturnType<typeof ask>) =>
    (await first).ok || (await again()).ok

  /** Names the member, and adds the rule that the owner is asked about its profiles, without the page. */
  const nameAndRule = async () => {
    const { pubkey } = peer.node.self
    await floe.post('/api/rules', {
      whom: { door: 'peer', id: pubkey },
      kinds: [0],
      verdict: 'ask',
    })
    await fetch(`${floe.url}/api/peers/${pubkey}/name`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: PHONE }),
    })
  }

  return { group, floe, page, ask, isSigned, nameAndRule }
}

/** A signer with a follow list of 514 on its relay, and an app that asks about everything. */
export async function openAsking(
  scope: Scope,
  { name = 'Jumble', ...options }: PageOptions & { name?: string } = {},
) {
  const secretKey = randomBytes(32).toString('hex')
  const group = await startGroup(scope, { secretKey, peers: [2] })
  const author = xOnly(group.keyset.group.group_pk)
  const people = Array.from({ length: 514 }, (_, at) => [
    ...['p', at.toString(16).padStart(64, '0'), '', ['Ben', 'Cleo', 'Dana'][at - 2] ?? ''],
  ])
  const follows = { kind: 3, created_at: 1_700_000_000, tags: people, content: '' }
  await publish(group.relay, signEvent(follows, secretKey, author))
  const floe = await startConsole(scope, { environment: group.environment })
  await floe.status(({ canSign }) => canSign)
  const { body } = await floe.post('/api/apps/invite', { name, preset: 'ask' })
  const { uri, id } = body as InviteAnswer
  const app = await startAppClient(scope, { uri })
  await app.connect()
  const page = await openPage(scope, floe.url, options)
  await region(page, signer.verdict).waitFor()
  let asked = 0
  /** The app asks for a signature. @returns the id of its request */
  const ask = async (kind: number, content = '', tags: string[][] = []): Promise<string> => {
    asked += 1
    const event = { kind, content, tags, created_at: Math.floor(Date.now() / 1_000) }
    await app.send({ id: `${asked}`, method: 'sign_event', params: [JSON.stringify(event)] })
    return `${asked}`
  }
  /** Publishes an event of the group on its relay. @returns the event's id */
  const keep = async (kind: number, content: string): Promise<string> => {
    const event = signEvent(
      { kind, content, tags: [], created_at: 1_700_000_000 },
      secretKey,
      author,
    )
    await publish(group.relay, event)
    return event.id
  }
  const { policy } = floe.context.keysets.first
  const sheet = asks(page, name)
  const waits = (count: number) => region(page, questions.waiting(count)).waitFor()
  return { floe, page, app, id, ask, keep, policy, sheet, people, waits }
}
