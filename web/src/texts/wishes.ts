import * as english from '../../../server/contract/texts/wishes.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { wishes }: Translation<typeof english> = spoken?.wishes ?? english
