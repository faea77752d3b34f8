import * as english from '../../../server/contract/texts/reading.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { reading }: Translation<typeof english> = spoken?.reading ?? english
