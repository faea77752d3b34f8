import * as english from '../../../server/contract/texts/account.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { account }: Translation<typeof english> = spoken?.account ?? english
