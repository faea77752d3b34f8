import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Overview } from '#contract/overview.ts'
import { seenText } from '#contract/plain-text.ts'
import type { RulesAnswer } from '#contract/rules.ts'
import type { Snapshot } from '#contract/status.ts'
import { xOnly } from '#nostr/x-only.ts'
import { shortKey } from '../../ui/short-key.ts'
import { statusQuery } from '../home/get-status.ts'
import { rulesQuery } from '../policy/rules.ts'
import { deviceName } from '../signer/peers.ts'

/** The names of devices, by their keys of 32 or 33 bytes, and of apps, by their ids. */
export interface Names {
  /** The name that the owner gave; undefined: none. */
  given(pubkey: string): string | undefined
  /** As `given`, or else a device's number as a name. Undefined: it has no name and is none of the devices. */
  of(pubkey: string): string | undefined
  /** As `of`, or else the key, shortened. */
  or(pubkey: string): string
}

type Device = Pick<Overview['devices'][number], 'pubkey' | 'member'>

export const useNames = (): Names => {
  const { data } = useQuery(rulesQuery)
  // Does not fetch, and selects only what stays the same from poll to poll.
  const { data: devices } = useQuery({ ...statusQuery, enabled: false, select: devicesOf })
  return useMemo(() => namesFrom(data?.callers ?? [], devices), [data, devices])
}

const devicesOf = ({ overview }: Snapshot): Device[] =>
  overview.devices.map(({ pubkey, member }) => ({ pubkey, member }))

export function namesFrom(callers: RulesAnswer['callers'], devices: readonly Device[] = []): Names {
  const names = new Map<string, string>()
  for (const { caller, name } of callers) {
    if (!name) continue
    if (caller.door === 'peer' || caller.door === 'app') names.set(xOnly(caller.id), seenText(name))
  }
  const numbered = new Map(
    devices.map(({ pubkey, member }) => [xOnly(pubkey), deviceName({ member })]),
  )
  const given = (pubkey: string) => names.get(xOnly(pubkey))
  const of = (pubkey: string) => given(pubkey) ?? numbered.get(xOnly(pubkey))
  return { given, of, or: (pubkey) => of(pubkey) ?? shortKey(pubkey) }
}
