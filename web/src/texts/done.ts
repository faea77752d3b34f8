import * as english from '../../../server/contract/texts/done.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { done }: Translation<typeof english> = spoken?.done ?? english
