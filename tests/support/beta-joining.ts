import { randomBytes } from 'node:crypto'
import { publicPoint } from '#crypto/curve/hex.ts'
import type { GroupPackage } from '#protocol/v2/group.ts'
import { parsePayload } from '#protocol/v2/parse.ts'
import { BetaDevice } from './beta-device.ts'
import { type Arrived, BetaLine } from './beta-line.ts'
import { BetaPool } from './beta-pool.ts'

/** Milliseconds that a browser gives a member that it asks for the group. */
const PATIENCE = 10_000

/** What an invitation says. */
export interface BetaInvitation {
  /** The share, 32 bytes, hex. */
  seckey: string
  /** X-only. */
  inviter: string
  relay: string
}

/**
 * Joins as Igloo beta does: asks the inviter for the group, and starts with the nonces that both have then.
 *
 * @param patience milliseconds
 * @throws with the inviter's error if it refuses, and if it doesn't answer or sends another group
 */
export async function joinAsBeta(
  { seckey, inviter, relay }: BetaInvitation,
  patience = PATIENCE,
): Promise<BetaDevice> {
  const xonly = publicPoint(seckey).slice(2)
  const pool = new BetaPool(seckey)
  const id = randomBytes(16).toString('hex')
  const { promise: answered, resolve: hear } = Promise.withResolvers<Arrived>()
  const line = await BetaLine.open({
    ...{ seckey, xonly, peers: [inviter], relay },
    hear: (message) => {
      if (message.id === id) hear(message)
    },
    drop: () => {},
  })
  const data = { version: 1, nonces: pool.all(inviter) }
  line.send(inviter, id, { type: 'OnboardRequest', data })
  const { group, nonces } = await inTime(answered, patience)
    .then(read)
    .finally(() => line.close())
  const idx = memberIn(group, xonly)
  pool.store(inviter, nonces)
  const state = { pool: pool.state, profiles: {} }
  return BetaDevice.start({ group, share: { idx, seckey }, relay, state })
}

async function inTime<T>(promise: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the inviter did not answer')), patience)
  })
  return Promise.race([promise, over]).finally(() => clearTimeout(timer))
}

function read({ type, data }: Arrived) {
  if (type === 'Error') throw new Error(`${data.code}: ${data.message}`)
  const response = parsePayload.OnboardResponse(data)
  if (!response.ok) throw new Error(response.error)
  return response.value
}

/** The index of the share in the group. @throws when the group is not valid */
function memberIn({ members, threshold }: GroupPackage, xonly: string): number {
  const own = members.find(({ pubkey }) => pubkey.slice(2) === xonly)
  const isUnique = new Set(members.map(({ pubkey }) => pubkey)).size === members.length
  if (own === undefined || !isUnique || threshold > members.length) throw new Error('another group')
  return own.idx
}
