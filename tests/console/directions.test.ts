import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { peers as peerTexts } from '#contract/texts/peers.ts'
import { signer as texts } from '#contract/texts/signer.ts'
import { verdict as effects } from '#contract/warning-messages.ts'
import type { ApiServer } from '../support/api-server.ts'
import { type Group, startConsole, startGroup } from '../support/console/console.ts'
import { startFloePeer } from '../support/console/floe-peer.ts'
import { headline, partsOf, verdict } from '../support/console/home.ts'
import { openPeers, row } from '../support/console/peer-list.ts'
import { newHash } from '../support/new-hash.ts'
import { SIGNING } from '../support/rules.ts'
import { openPage } from './support/page.ts'

const online = partsOf(effects.ready(1, 1)).detail

const toggle = (page: Page, group: Group, name: RegExp) =>
  row(page, group, 2).getByRole('switch', { name }).click()
const SEND = new RegExp(`^${peerTexts.send}:`)
const RECV = new RegExp(`^${peerTexts.recv}:`)

/** Whether asking the peer brings a signature. */
const asks = async (floe: ApiServer) =>
  (await floe.post('/api/sign', { message: newHash() })).status === 200

describe('what the first glance says of either direction', () => {
  it('is what requests to and from the only peer really bring, for signatures and not for key exchanges', async (scope) => {
    const { group, floe, page } = await openPeers(scope, { threshold: 2, totalMembers: 2 })
    // A peer of 2026, which answers that it refuses: 1.x drops what it refuses.
    const { node } = await startFloePeer(scope, group, 2)
    /** Whether a request of the peer's is answered with a signature. */
    const answers = async () => (await node.sign(SIGNING, newHash())).ok
    await headline(page, texts.ready).waitFor()
    expect([await asks(floe), await answers()]).toEqual([true, true])

    await toggle(page, group, RECV)
    await headline(page, texts.asksOnly).waitFor()
    await verdict(page)
      .getByText(`${online}; ${effects.unanswered(1)}`)
      .waitFor()
    expect([await asks(floe), await answers()]).toEqual([true, false])

    await toggle(page, group, SEND)
    await headline(page, partsOf(effects.cannot(1, 1, 1)).title).waitFor()
    expect([await asks(floe), await answers()]).toEqual([false, false])

    await toggle(page, group, RECV)
    await headline(page, texts.answersOnly).waitFor()
    await verdict(page)
      .getByText(`${online}; ${effects.unasked(1)}`)
      .waitFor()
    expect([await asks(floe), await answers()]).toEqual([false, true])

    await toggle(page, group, SEND)
    await headline(page, texts.ready).waitFor()
    expect([await asks(floe), await answers()]).toEqual([true, true])

    const { pubkey } = node.self
    const deny = (denied: string[]) =>
      fetch(`${floe.url}/api/peers/${pubkey}/policy`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ allowSend: true, allowReceive: true, denied }),
      })

    await deny(['receive.sign'])
    await headline(page, texts.asksOnly).waitFor()
    await deny(['send.sign'])
    await headline(page, texts.answersOnly).waitFor()
    await deny(['send.ecdh', 'receive.ecdh'])
    await headline(page, texts.ready).waitFor()
  })

  it('takes into account a peer that says it answers nobody', async (scope) => {
    const group = await startGroup(scope, { threshold: 2, totalMembers: 2 })
    const floe = await startConsole(scope, { environment: group.environment })
    const page = await openPage(scope, floe.url)
    const own = group.keyset.group.commits[0]?.pubkey.slice(2) ?? ''
    const peer = await startFloePeer(scope, group, 2, {
      policies: new Map([[own, { allowSend: true, allowReceive: false }]]),
    })

    await headline(page, texts.answersOnly).waitFor()
    await verdict(page).getByText(effects.refusing(1)).waitFor()
    expect(await asks(floe)).toBe(false)
    expect(await peer.node.sign(SIGNING, newHash())).toMatchObject({ ok: true })
  })
})
