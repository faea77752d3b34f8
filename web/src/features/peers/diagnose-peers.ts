import { useMutation } from '@tanstack/react-query'
import { DIAGNOSTIC_GAP, DIAGNOSTIC_ROUNDS, PING_TIMEOUT } from '#contract/limits.ts'
import type { PingDiagnosis } from '#contract/peers.ts'
import { post } from '../../lib/api-client.ts'

/** What all rounds may take, and some more. Milliseconds. */
const TIMEOUT = DIAGNOSTIC_ROUNDS * (PING_TIMEOUT + DIAGNOSTIC_GAP) + 10_000

/** Rounds of pings to every peer: losses and spread. */
export const useDiagnosis = () =>
  useMutation({
    mutationFn: () =>
      post<{ results: PingDiagnosis[] }>('/api/peers/diagnostics', {}, { timeout: TIMEOUT }),
  })
