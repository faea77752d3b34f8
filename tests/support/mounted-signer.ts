import type { Keyset } from '#protocol/v1/keyset.ts'
import type { SignerTimings } from '#signer/options.ts'
import type { Signer } from '#signer/signer.ts'
import { type MountedRoutes, mountForTest } from './mounted-routes.ts'
import { until } from './until.ts'

/** Routes over a running signer, which holds a keyset's first share. */
export interface MountedSigner extends MountedRoutes {
  node: Signer
  /** How many key exchanges it has completed with others. */
  exchanges(): number
}

/** Resolves when the signer hears its relay. */
export async function mountSigner(
  keyset: Keyset,
  relay: string,
  timings: Partial<SignerTimings> = {},
): Promise<MountedSigner> {
  const environment = {
    SHARE_CRED: keyset.shareCredentials[0] ?? '',
    GROUP_CRED: keyset.groupCredential,
    RELAYS: relay,
  }
  const mounted = mountForTest(environment, { timings })
  const { keysets, events } = mounted.context
  const { supervisor } = keysets.first
  let exchanges = 0
  events.listen((frame) => {
    if (frame.type === 'ecdh' && frame.message.startsWith('ECDH completed')) exchanges += 1
  })
  await supervisor.apply()
  await until(() => supervisor.signer?.isReady === true)
  const { signer: node } = supervisor
  if (node === null) throw new Error('no signer')
  return { ...mounted, node, exchanges: () => exchanges }
}
