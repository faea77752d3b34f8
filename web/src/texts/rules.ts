import * as english from '../../../server/contract/texts/rules.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { names, rules }: Translation<typeof english> = spoken?.rules ?? english
