import * as english from '../../../server/contract/texts/start.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { start }: Translation<typeof english> = spoken?.start ?? english
