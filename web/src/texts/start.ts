import * as english from '../../../server/contract/texts/start.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { start }: Translation<typeof english> = spoken?.start ?? english
