import * as english from '../../../server/contract/texts/shares.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { shares }: Translation<typeof english> = spoken?.shares ?? english
