import { type FloeSigner, type FloeSignerOptions, startFloeSigner } from '../floe-signer.ts'
import type { Scope } from '../scope.ts'
import { noncesFor } from '../v2-group.ts'
import type { Group } from './console.ts'

/** A member that speaks both protocols: a Floe node, which stops when the test ends. */
export async function startFloePeer(
  scope: Scope,
  group: Group,
  idx: number,
  options: Partial<FloeSignerOptions> = {},
): Promise<FloeSigner> {
  const peer = await startFloeSigner({
    group: group.keyset.groupCredential,
    share: group.share(idx),
    relays: [group.relay.url],
    timings: { startDelay: 0, drain: 0 },
    v2: noncesFor(scope),
    ...options,
  })
  scope.onTestFinished(() => peer.node.stop())
  return peer
}
