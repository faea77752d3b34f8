import * as english from '../../../server/contract/texts/questions.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { questions, stop }: Translation<typeof english> = spoken?.questions ?? english
