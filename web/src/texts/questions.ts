import * as english from '../../../server/contract/texts/questions.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { questions, stop }: Translation<typeof english> = spoken?.questions ?? english
