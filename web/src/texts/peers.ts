import * as english from '../../../server/contract/texts/peers.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { peers }: Translation<typeof english> = spoken?.peers ?? english
