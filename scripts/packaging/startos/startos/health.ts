import type { T } from '@start9labs/start-sdk'
import { port } from './constants'
import { i18n } from './i18n'

type HealthCheckResult = Omit<T.NamedHealthCheckResult, 'name'>

const ORIGIN = `http://127.0.0.1:${port}`
const TIMEOUT = 5_000

const fetchFrom = (path: string, token?: string): Promise<Response> =>
  fetch(`${ORIGIN}${path}`, {
    signal: AbortSignal.timeout(TIMEOUT),
    headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
  })

/** 200 even while unconfigured or without relays: a restart would fix neither. */
export async function checkServer(): Promise<HealthCheckResult> {
  const isHealthy = await fetchFrom('/api/health').then(
    ({ ok }) => ok,
    () => false,
  )
  return isHealthy
    ? { result: 'success', message: i18n('Floe answers') }
    : { result: 'failure', message: i18n('Floe does not answer') }
}

/** Every sample of a gauge in Prometheus' text format, whatever its labels. */
async function readGauge(name: string, token: string): Promise<number[]> {
  const answer = await fetchFrom('/metrics', token)
  if (!answer.ok) throw new Error(i18n('Floe does not answer'))
  const samples = (await answer.text()).matchAll(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'gm'))
  return [...samples].map(([, value]) => Number(value))
}

/** As texts: the SDK would format numbers in the language of LANG, and throws if that is C. */
const inWords = (counts: Record<string, number>): Record<string, string> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))

const countOnes = (samples: number[]): number => samples.filter((value) => value === 1).length

export async function checkRelays(token: string): Promise<HealthCheckResult> {
  const samples = await readGauge('floe_relay_heard', token)
  if (samples.length === 0) {
    return { result: 'disabled', message: i18n('No relay is configured yet') }
  }
  const heard = countOnes(samples)
  if (heard === 0) return { result: 'failure', message: i18n('No relay is heard') }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: i18n fills these in
  const message = i18n('${heard} of ${total} heard', inWords({ heard, total: samples.length }))
  return { result: 'success', message }
}

/** Peers come and go with their owners: nobody online is not a failure of this server. */
export async function checkPeers(token: string): Promise<HealthCheckResult> {
  const samples = await readGauge('floe_peer_online', token)
  if (samples.length === 0) {
    return { result: 'disabled', message: i18n('No share is configured yet') }
  }
  const online = countOnes(samples)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: i18n fills these in
  const message = i18n('${online} of ${total} online', inWords({ online, total: samples.length }))
  return { result: online === 0 ? 'loading' : 'success', message }
}
