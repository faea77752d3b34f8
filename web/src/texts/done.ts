import * as english from '../../../server/contract/texts/done.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { done }: Translation<typeof english> = spoken?.done ?? english
