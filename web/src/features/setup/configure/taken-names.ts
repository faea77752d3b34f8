import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CredentialsAnswer } from '#contract/credentials.ts'
import { keysetName } from '#contract/keysets.ts'
import { savedQuery } from '../credentials/env.ts'
import { useBrowserRecords } from '../credentials/shares.ts'

/** The names that a new keyset can't have: `others`, and that of the one in force. */
export const takenNames = (
  others: readonly string[],
  { name }: Pick<CredentialsAnswer, 'name'>,
): readonly string[] => (name === undefined ? others : [...others, name])

/** `wanted`, or if that is taken, `wanted` with the first number, from 2 on, that makes a free name. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const names = new Set(taken.map(keysetName))
  const name = keysetName(wanted)
  if (!names.has(name)) return name
  for (let number = 2; ; number++) {
    if (!names.has(`${name} ${number}`)) return `${name} ${number}`
  }
}

/** Known by its group credential, and by the key it signs for if that could be read. */
interface Keyset {
  groupCredential: string
  npub: string | undefined
}

/**
 * Names of saved keysets, here and on the server. If the server's can't be read, only this browser's
 * are compared with.
 *
 * @param except the keyset whose own names are ignored
 */
export function useTakenNames(except?: Keyset): readonly string[] {
  const { groupCredential, npub } = except ?? {}
  const { records } = useBrowserRecords()
  const { data } = useQuery(savedQuery)
  return useMemo(
    () =>
      [
        ...records.filter((record) => record.groupCredential !== groupCredential),
        ...(data?.records ?? []).filter(({ keyset }) => !keyset || keyset.npub !== npub),
      ].flatMap(({ name }) => name ?? []),
    [records, data, groupCredential, npub],
  )
}
