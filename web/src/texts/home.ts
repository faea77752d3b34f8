import * as english from '../../../server/contract/texts/home.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { home, warnings }: Translation<typeof english> = spoken?.home ?? english
