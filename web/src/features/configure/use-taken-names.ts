import { useMemo } from 'react'
import { useShares } from '../shares/get-shares.ts'
import { useBrowserRecords } from '../shares/use-browser-records.ts'

/**
 * Names of keysets that are saved, here and on the server. Where the server's can't be read, those
 * of this browser are what there is to compare with.
 *
 * @param except the group credential of the keyset whose own names do not count
 */
export function useTakenNames(except: string): readonly string[] {
  const { records } = useBrowserRecords()
  const { data } = useShares()
  return useMemo(
    () =>
      [...records, ...(data ?? [])]
        .filter(({ groupCredential }) => groupCredential !== except)
        .flatMap(({ name }) => name ?? []),
    [records, data, except],
  )
}
