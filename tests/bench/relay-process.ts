import { join } from 'node:path'
import type { RelayCalls } from './relay-program.ts'
import { type Remote, startRemote } from './remote.ts'

const PROGRAM = join(import.meta.dirname, 'relay-program.ts')

export interface RelayProcess extends Remote<RelayCalls> {
  url: string
}

/** The relay fixture in a process of its own, on loopback; it checks no signatures. */
export async function startRelayProcess(): Promise<RelayProcess> {
  const { remote, ready: url } = await startRemote<RelayCalls, string>(PROGRAM, {})
  return { ...remote, url }
}
