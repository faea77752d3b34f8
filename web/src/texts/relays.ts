import * as english from '../../../server/contract/texts/relays.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { relays }: Translation<typeof english> = spoken?.relays ?? english
