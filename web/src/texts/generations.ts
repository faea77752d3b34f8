import * as english from '../../../server/contract/texts/generations.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { generations }: Translation<typeof english> = spoken?.generations ?? english
