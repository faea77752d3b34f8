import * as english from '../../../server/contract/texts/generations.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { generations }: Translation<typeof english> = spoken?.generations ?? english
