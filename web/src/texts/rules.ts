import * as english from '../../../server/contract/texts/rules.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { names, rules }: Translation<typeof english> = spoken?.rules ?? english
