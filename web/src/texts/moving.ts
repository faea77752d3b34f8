import * as english from '../../../server/contract/texts/moving.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { moving }: Translation<typeof english> = spoken?.moving ?? english
