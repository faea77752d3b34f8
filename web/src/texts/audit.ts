import * as english from '../../../server/contract/texts/audit.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { audit }: Translation<typeof english> = spoken?.audit ?? english
