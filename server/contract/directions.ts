import { z } from 'zod'

/** Why nothing is signed in a direction: see `direction.why`. */
export const directionBarriers = [
  'owner',
  'stopped',
  'relay',
  'off',
  'looking',
  'peers',
  'policy',
  'older',
  'refused',
  'nonces',
] as const
export type DirectionBarrier = (typeof directionBarriers)[number]

export const direction = z.object({
  can: z.boolean(),
  why: z
    .enum(directionBarriers)
    .nullable()
    .describe(
      'Why not; null if it can. `owner`: the owner has stopped everything; `stopped`: there ' +
        'is no signer, or it could not be started; `relay`: no relay is heard; `off`: every ' +
        'version of the protocol is off (see `generations`); `looking`: too few peers are ' +
        'online, and some have not been heard or missed yet; `peers`: too few peers are ' +
        'online; `policy`: most peers online are excluded by policies; `older`: most speak ' +
        'only 1.x, which is refused; `refused`: most say that they don’t answer us; `nonces`: ' +
        'most have not sent the nonces that are needed to ask them',
    ),
})
export type Direction = z.infer<typeof direction>

/** In which directions signatures are made now. */
export const directions = z.object({
  answer: direction.describe(
    'Whether peers get an answer when they ask this signer for a signature',
  ),
  ask: direction.describe(
    'Whether this signer can ask enough peers for a signature: the same as `canSign`',
  ),
})
export type Directions = z.infer<typeof directions>
