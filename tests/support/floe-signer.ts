import type { EventFrame, LogEntry } from '#contract/events.ts'
import { FIRST_KEYSET } from '#contract/keysets.ts'
import { EventLog } from '#events/event-log.ts'
import type { SignerOptions } from '#signer/options.ts'
import { peerSwitches } from '#signer/peers/authorise-peer.ts'
import type { SignatureRecord } from '#signer/protocol-log.ts'
import { Signer } from '#signer/signer.ts'
import { reader } from './keyset-reader.ts'
import { PATIENT } from './patient.ts'
import { allowAllCallers, openRules, type TestRules } from './rules.ts'
import { until } from './until.ts'

export interface FloeSignerOptions
  extends Partial<Omit<SignerOptions, 'keyset' | 'relays' | 'log' | 'audit' | 'policyEngine'>> {
  /** Credentials of either protocol. */
  group: string
  share: string
  relays: string[]
  /** Whether members that ask to join wait for the owner's answer. */
  approvesOnboarding?: boolean
  /** Called with each record, at the moment it is made. */
  onAudit?: (record: SignatureRecord) => void
}

/** A signer in this process, with its policy engine, log and audit. */
export interface FloeSigner {
  node: Signer
  /** Its peers' switches apply. Everything else is allowed unless a test changes that. */
  rules: TestRules
  log: EventLog
  entries: LogEntry[]
  audited: SignatureRecord[]
}

/** Starts a signer and waits until it is connected to a relay. */
export async function startFloeSigner(options: FloeSignerOptions): Promise<FloeSigner> {
  const floe = createFloeSigner(options)
  floe.node.start()
  await until(() => floe.node.isReady)
  return floe
}

export function createFloeSigner({
  group,
  share,
  relays,
  approvesOnboarding = false,
  onAudit,
  ...options
}: FloeSignerOptions): FloeSigner {
  const { keyset } = reader.readCredentials({ group, share })
  if (!keyset?.ok) throw new Error('bad credentials in a test')
  const entries: LogEntry[] = []
  const audited: SignatureRecord[] = []
  let ids = 1
  const log = new EventLog({
    reserveIds: (count) => {
      ids += count
      return ids - count
    },
  })
  log.listen((frame: EventFrame) => {
    if (!frame.type.endsWith('-internal')) entries.push(frame as LogEntry)
  })
  const switches = peerSwitches({
    peers: () => node.peers,
    approvesOnboarding: () => approvesOnboarding,
  })
  const rules = openRules({
    callers: {
      ...allowAllCallers,
      blockedBy: switches.blockedBy,
      byDefault: (_, operation) => switches.byDefault(operation),
    },
  })
  const node: Signer = new Signer({
    ...options,
    timings: { ...PATIENT, ...options.timings },
    policyEngine: rules.policyEngine,
    keyset: keyset.value,
    relays,
    log: log.of(FIRST_KEYSET),
    audit: (record) => {
      audited.push(record)
      onAudit?.(record)
    },
  })
  return { node, rules, log, entries, audited }
}
