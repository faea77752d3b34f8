import * as english from '../../../server/contract/texts/scan.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { scan }: Translation<typeof english> = spoken?.scan ?? english
