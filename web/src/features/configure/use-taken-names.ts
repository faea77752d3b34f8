import { useMemo } from 'react'
import { useSaved } from '../env/get-saved.ts'
import { useBrowserRecords } from '../shares/use-browser-records.ts'

/** Known by its group credential, and by the key it signs for if that could be read. */
export interface Keyset {
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
  const { data } = useSaved()
  return useMemo(
    () =>
      [
        ...records.filter((record) => record.groupCredential !== groupCredential),
        ...(data?.records ?? []).filter(({ keyset }) => !keyset || keyset.npub !== npub),
      ].flatMap(({ name }) => name ?? []),
    [records, data, groupCredential, npub],
  )
}
