import { useQuery } from '@tanstack/react-query'
import { auth } from '#contract/access-rules.ts'
import { statusQuery } from '../status/get-status.ts'
import { useDismissed } from './dismissed.ts'
import { groupWarnings, type Warning } from './group-warnings.ts'

export interface Warnings {
  shown: Warning[]
  /** Set aside in this browser. */
  dismissed: Warning[]
  /** They are not read yet. */
  isPending: boolean
}

/**
 * What the status warns of, each cause once.
 *
 * @param openAccess this server lets everyone in, and will warn about it: known before the status is
 */
export function useWarnings(openAccess: boolean): Warnings {
  const { data } = useQuery({ ...statusQuery, refetchInterval: false })
  const dismissed = useDismissed()
  const known = groupWarnings(data?.warnings ?? (openAccess ? [auth.openAccess] : []))
  const isAside = ({ text, breaks }: Warning) => !breaks && dismissed.includes(text)
  return {
    shown: known.filter((warning) => !isAside(warning)),
    dismissed: known.filter(isAside),
    isPending: data === undefined,
  }
}
