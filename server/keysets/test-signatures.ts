import { randomBytes } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type Message, messageOf } from '#contract/message.ts'
import { signing as texts } from '#contract/messages.ts'
import type { Caller } from '#contract/rules.ts'
import type { SignFailureCode } from '#contract/signing.ts'
import type { KeysetLog } from '#events/event-log.ts'
import { xOnly } from '#nostr/x-only.ts'
import type { Supervisor } from '#signer/supervisor.ts'
import type { GroupKey } from '#signer/use/key.ts'
import type { Outcome } from '#signer/use/request.ts'
import type { SealedSettings } from '#store/keyset-settings.ts'

/**
 * What a device signs as its proof: SHA-256( "floe/proof/v1" | 0 | group_pk 32 | member 32 | once ), hex. The
 * signature is of no use for anything else: neither an event of nostr (its preimage begins with "[") nor a tagged
 * hash of Bitcoin has such a preimage.
 *
 * @param member 32 bytes, hex; empty: any member
 * @param once differs in each proof
 */
export const proofHash = (groupPk: string, member: string, once: string): string =>
  bytesToHex(
    sha256(
      concatBytes(
        utf8ToBytes('floe/proof/v1\0'),
        hexToBytes(groupPk),
        hexToBytes(member),
        utf8ToBytes(once),
      ),
    ),
  )

/** A test signature that was made and verified. */
export interface Proof {
  /** Unix milliseconds. */
  at: number
  /** Milliseconds. */
  took: number
  /** The devices that took part, x-only. */
  peers: readonly string[]
}

/** Why the last test signature of a device failed. */
export interface FailedProof {
  /** Unix milliseconds. */
  at: number
  text: string
  /** The text with its code; missing if an older version has stored the failure. */
  message?: Message
}

/** Failures that say something about the device. Others are the caller's or the owner's. */
const OF_THE_DEVICE: readonly SignFailureCode[] = [
  'SIGN_FAILED',
  'SIGN_TIMEOUT',
  'PEER_DECLINED',
  'PEER_UNANSWERED',
]

/** The name of the setting that holds the failures, by member (x-only). */
const NAME = 'failed-proofs'

export interface TestSignaturesOptions {
  key: Pick<GroupKey, 'carryOut'>
  keyset: Pick<Supervisor, 'group'>
  kept: SealedSettings
  log: Pick<KeysetLog, 'add'>
  /** The failures could not be stored or read. */
  onError(error: unknown): void
}

interface TestRequest {
  caller: Caller
  /** The device's key, compressed, hex; undefined: any device. */
  through?: string | undefined
}

/** Signatures of hashes that nobody can use, which prove that devices sign. */
export function createTestSignatures({ key, keyset, kept, log, onError }: TestSignaturesOptions) {
  const underWay = new Map<string, Promise<Outcome<Proof>>>()
  let failures: Record<string, FailedProof> | undefined
  const allFailures = () => {
    failures ??= readFailures()
    return failures
  }
  const readFailures = (): Record<string, FailedProof> => {
    try {
      return JSON.parse(kept.get(NAME) ?? '{}')
    } catch (error) {
      onError(error)
      return {}
    }
  }

  const record = (peer: string, outcome: Outcome<Proof>): void => {
    if (!outcome.ok && !OF_THE_DEVICE.includes(outcome.code)) return
    const { [peer]: before, ...all } = allFailures()
    if (outcome.ok && before === undefined) return
    // Failures of members of a former group are dropped.
    const members = keyset.group?.ok ? keyset.group.value.members : []
    const others = Object.fromEntries(
      Object.entries(all).filter(([of]) => members.some(({ pubkey }) => xOnly(pubkey) === of)),
    )
    failures = outcome.ok
      ? others
      : {
          ...others,
          [peer]: { at: Date.now(), text: outcome.why.error, message: messageOf(outcome.why) },
        }
    try {
      kept.set(NAME, JSON.stringify(failures))
    } catch (error) {
      onError(error)
    }
  }

  const make = async ({ caller, through }: TestRequest): Promise<Outcome<Proof>> => {
    const { group } = keyset
    const peer = through === undefined ? null : xOnly(through)
    const groupPk = group?.ok ? xOnly(group.value.pubkey) : ''
    const hash = proofHash(groupPk, peer ?? '', randomBytes(32).toString('hex'))
    let startedAt = performance.now()
    const signed = await key.carryOut(
      { operation: 'sign', caller, hash, through: peer },
      {
        onAllowed: () => {
          startedAt = performance.now()
        },
      },
    )
    const took = Math.round(performance.now() - startedAt)
    const outcome: Outcome<Proof> = signed.ok
      ? { ok: true, value: { at: Date.now(), took, peers: signed.peers ?? [] } }
      : signed
    if (peer !== null) record(peer, outcome)
    log.add('system', outcome.ok ? texts.tested(took) : texts.notTested(outcome.why.error), {
      ...(through !== undefined && { peer: through }),
    })
    return outcome
  }

  return {
    /**
     * Signs with a device, or with any that answers. A second request of a caller for the same device joins the
     * first. Never rejects.
     */
    make: (request: TestRequest): Promise<Outcome<Proof>> => {
      const { caller, through = '' } = request
      const what = [caller.door, caller.id, through].join(' ')
      const made = underWay.get(what) ?? make(request).finally(() => underWay.delete(what))
      underWay.set(what, made)
      return made
    },
    /** The last failure of a device (x-only), unless a test signature has succeeded since. */
    failureOf: (peer: string): FailedProof | undefined => allFailures()[peer],
  }
}
