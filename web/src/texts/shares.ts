import * as english from '../../../server/contract/texts/shares.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { shares }: Translation<typeof english> = spoken?.shares ?? english
