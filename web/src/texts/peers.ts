import * as english from '../../../server/contract/texts/peers.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { peers }: Translation<typeof english> = spoken?.peers ?? english
