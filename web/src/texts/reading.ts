import * as english from '../../../server/contract/texts/reading.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { reading }: Translation<typeof english> = spoken?.reading ?? english
