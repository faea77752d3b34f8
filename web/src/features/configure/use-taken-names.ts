import { useMemo } from 'react'
import { useSaved } from '../env/get-saved.ts'
import { useBrowserRecords } from '../shares/use-browser-records.ts'

/** By its group credential, and by what it signs for where that could be read. */
export interface Keyset {
  groupCredential: string
  npub: string | undefined
}

/**
 * Names of keysets that are saved, here and on the server. Where the server's can't be read, those
 * of this browser are what there is to compare with.
 *
 * @param except the keyset whose own names do not count
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
