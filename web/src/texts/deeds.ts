import * as english from '../../../server/contract/texts/deeds.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { deeds }: Translation<typeof english> = spoken?.deeds ?? english
