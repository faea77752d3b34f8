import { test } from 'vitest'
import { V2_EVENT_KIND } from '#contract/limits.ts'
import type { NostrEvent } from '#contract/nostr.ts'
import { signEvent } from '#nostr/event.ts'
import { conversationKey, openEnvelope, sealEnvelope } from '#protocol/v2/envelope.ts'
import type { Message } from '#protocol/v2/messages.ts'
import { type Prng, seededPrng } from '../support/prng.ts'
import { present } from '../support/v2-vectors.ts'
import { describeBuilds } from './support/builds.ts'
import { runCase } from './support/case.ts'
import { allSigned, DEVICE, FLOE, type Lab } from './support/lab.ts'

const ROUNDS = 60
const SOON = 20_000

/** Has the relay deliver an event, and records it as if a member had published it. */
function deliver({ relay, recorder }: Lab, event: NostrEvent): void {
  recorder.hear(event)
  relay.inject(event)
}

const HEX = '0123456789abcdef'

/** The text with one character replaced. */
function altered(text: string, random: Prng): string {
  const at = random.integer(text.length)
  const instead = HEX[random.integer(16)] ?? '0'
  return text.slice(0, at) + instead + text.slice(at + 1)
}

/** A change of an event that somebody in between can make, without the sender's key. */
function forged(event: NostrEvent, random: Prng): NostrEvent {
  switch (random.integer(5)) {
    case 0:
      return { ...event, content: altered(event.content, random) }
    case 1:
      return { ...event, id: altered(event.id, random) }
    case 2:
      return { ...event, sig: altered(event.sig, random) }
    case 3:
      return { ...event, created_at: event.created_at - random.integer(1_000) }
    default:
      return { ...event, tags: [...event.tags, ['p', event.pubkey]] }
  }
}

/**
 * A change of the device's request that somebody with its share can make, sealed and signed; null for any other
 * event.
 */
function dishonest(lab: Lab, event: NostrEvent, random: Prng): NostrEvent | null {
  const { seckey } = present(lab.keyset.shares.find(({ idx }) => idx === DEVICE))
  const key = conversationKey(seckey, lab.xonly(FLOE))
  const opened = openEnvelope(event.content, key)
  if (!opened.ok || opened.value.type !== 'SignRequest') return null
  const { id, sentAt, type, data } = opened.value
  // biome-ignore lint/suspicious/noExplicitAny: it is changed into what no type describes.
  const session = structuredClone(data) as any
  switch (random.integer(4)) {
    case 0:
      session.hashes[0] = altered(session.hashes[0], random)
      break
    case 1:
      session.sid = altered(session.sid, random)
      break
    case 2:
      session.nonces[1].entries[0].hidden_pn = session.nonces[0].entries[0].hidden_pn
      break
    default:
  }
  const renamed = random.integer(2) === 0 ? id : altered(id, random)
  const message = { type, data: session } as Message
  const sealed = sealEnvelope({ id: renamed, sentAt, message }, key)
  if (!sealed.ok) return null
  const tags = [['p', lab.xonly(FLOE)]]
  const template = { kind: V2_EVENT_KIND, created_at: event.created_at, tags }
  return signEvent({ ...template, content: sealed.value }, seckey, lab.xonly(DEVICE))
}

type Disturb = (lab: Lab, event: NostrEvent) => void

/** By name: what happens with each event while both sign for each other. */
const DISTURBED: [name: string, make: (random: Prng) => Disturb][] = [
  ['each event twice', () => (lab, event) => deliver(lab, event)],
  [
    'old events again',
    (random) => {
      const old: NostrEvent[] = []
      return (lab, event) => {
        old.push(event)
        for (let more = 0; more < 3; more += 1) deliver(lab, random.pick(old))
      }
    },
  ],
  [
    'forged copies after true events',
    (random) => (lab, event) => {
      for (let more = 0; more < 3; more += 1) deliver(lab, forged(event, random))
    },
  ],
  [
    'forged copies before true events',
    (random) => (lab, event) => {
      for (let more = 0; more < 3; more += 1) lab.aside.inject(forged(event, random))
    },
  ],
  [
    'requests from a dishonest device',
    (random) => (lab, event) => {
      const made = event.pubkey === lab.xonly(DEVICE) ? dishonest(lab, event, random) : null
      if (made !== null) deliver(lab, made)
    },
  ],
]

describeBuilds(
  'Beside a genuine device, everything is signed and no nonce is used twice',
  (build) => {
    for (const [name, make] of DISTURBED) {
      // The main relay is delayed, so what goes over the other one arrives first.
      const aside = name.includes('before')
      const run = async (lab: Lab) => {
        const disturb = make(seededPrng(2026))
        if (aside) lab.relay.setFaults({ delayMs: 40 })
        const end = lab.relay.onEvent((event) => disturb(lab, event))
        for (let round = 0; round < ROUNDS; round += 1) {
          await lab.untilSigned('floe', SOON)
          await lab.untilSigned('device', SOON)
        }
        end()
        allSigned(await lab.floeAsks(5, 'in turn'))
        allSigned(await lab.deviceAsks(5, 'in turn'))
      }
      test(`under ${name}`, (t) => runCase(t, build, `fuzz: ${name}`, run, { aside }))
    }
  },
)
