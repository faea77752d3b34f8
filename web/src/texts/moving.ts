import * as english from '../../../server/contract/texts/moving.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { moving }: Translation<typeof english> = spoken?.moving ?? english
