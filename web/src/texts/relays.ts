import * as english from '../../../server/contract/texts/relays.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { relays }: Translation<typeof english> = spoken?.relays ?? english
