import * as english from '../../../server/contract/texts/keyset.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { keyset }: Translation<typeof english> = spoken?.keyset ?? english
