import * as english from '../../../server/contract/texts/scan.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { scan }: Translation<typeof english> = spoken?.scan ?? english
