import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { seenText } from '#contract/plain-text.ts'
import type { RulesAnswer } from '#contract/rules.ts'
import { xOnly } from '#nostr/x-only.ts'
import { shortKey } from '../../ui/short-key.ts'
import { rulesQuery } from '../policy/rules.ts'

/** What devices are called here, by their keys of 32 or 33 bytes, and apps, by their ids. */
export interface Names {
  /** Undefined: it has no name. */
  of(pubkey: string): string | undefined
  /** A name, or else the key, shortened. */
  or(pubkey: string): string
}

export const useNames = (): Names => {
  const { data } = useQuery(rulesQuery)
  return useMemo(() => namesFrom(data?.callers ?? []), [data])
}

export function namesFrom(callers: RulesAnswer['callers']): Names {
  const names = new Map<string, string>()
  for (const { caller, name } of callers) {
    if (!name) continue
    if (caller.door === 'peer' || caller.door === 'app') names.set(xOnly(caller.id), seenText(name))
  }
  const of = (pubkey: string) => names.get(xOnly(pubkey))
  return { of, or: (pubkey) => of(pubkey) ?? shortKey(pubkey) }
}
