import * as english from '../../../server/contract/texts/deeds.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { deeds }: Translation<typeof english> = spoken?.deeds ?? english
