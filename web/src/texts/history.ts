import * as english from '../../../server/contract/texts/history.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { history }: Translation<typeof english> = spoken?.history ?? english
