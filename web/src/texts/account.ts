import * as english from '../../../server/contract/texts/account.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { account }: Translation<typeof english> = spoken?.account ?? english
