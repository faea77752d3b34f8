import * as english from '../../../server/contract/texts/history.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { history }: Translation<typeof english> = spoken?.history ?? english
