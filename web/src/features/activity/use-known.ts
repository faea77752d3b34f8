import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNames } from '../names/use-names.ts'
import { rulesQuery } from '../rules/get-rules.ts'
import type { Known } from './describe-use.ts'

/** What rows are read by. */
export function useKnown(): Known {
  const names = useNames()
  const { data } = useQuery(rulesQuery)
  return useMemo(() => ({ names, rules: data?.rules ?? [] }), [names, data])
}
