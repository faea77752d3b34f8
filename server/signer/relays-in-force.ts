import { DEFAULT_NODE_RELAYS } from '#contract/limits.ts'
import { parseRelaysSetting, type RelayHosts, relaysAmong } from '#contract/relay-url.ts'
import { fail, ok, type Result } from '#lib/errors.ts'

/** The relays that a RELAYS setting comes to: those of the node where it names none. */
export function relaysInForce(setting: string | undefined, hosts?: RelayHosts): Result<string[]> {
  const list = setting === undefined ? [] : parseRelaysSetting(setting)
  const checked = relaysAmong(list.length === 0 ? DEFAULT_NODE_RELAYS : list, hosts)
  return checked.ok ? ok(checked.value) : fail(checked.errors.join(', '))
}
