import * as english from '../../../server/contract/texts/keyset.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { keyset }: Translation<typeof english> = spoken?.keyset ?? english
