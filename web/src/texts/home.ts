import * as english from '../../../server/contract/texts/home.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { home, warnings }: Translation<typeof english> = spoken?.home ?? english
