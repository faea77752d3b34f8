import { serverCurve } from '#crypto/curve/hex.ts'
import { convertFromV1 } from '#protocol/convert-v1.ts'
import type { Keyset } from '#protocol/v1/keyset.ts'
import { BetaDevice, type BetaState } from './beta-device.ts'
import { PATIENT } from './patient.ts'
import type { Scope } from './scope.ts'
import { present } from './v2-vectors.ts'

/** Starts Igloo beta with a share of a test's keyset. It is as patient as nodes of tests, and ends with the test. */
export async function startBeta(
  scope: Scope,
  { keyset, relay }: { keyset: Keyset; relay: { url: string } },
  idx: number,
  state?: BetaState,
): Promise<BetaDevice> {
  const carried = convertFromV1(keyset.group, keyset.shares, serverCurve, 'Test')
  if (!carried.ok) throw new Error(carried.error)
  const { group, shares } = carried.value
  const device = await BetaDevice.start({
    group,
    share: present(shares.find((share) => share.idx === idx)),
    relay: relay.url,
    ...(state && { state }),
  })
  scope.onTestFinished(() => device.stop())
  device.patience = PATIENT.request
  return device
}
