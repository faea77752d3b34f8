import type { Peer } from '#contract/peers.ts'
import { seenText } from '#contract/plain-text.ts'
import { home as texts } from '../../texts/texts.ts'

/** What a device is called here, or else its number in the group. */
export const deviceName = ({ name, member }: Pick<Peer, 'name' | 'member'>): string =>
  name === undefined ? texts.device(member) : seenText(name)
