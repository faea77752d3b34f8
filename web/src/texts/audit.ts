import * as english from '../../../server/contract/texts/audit.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { audit }: Translation<typeof english> = spoken?.audit ?? english
