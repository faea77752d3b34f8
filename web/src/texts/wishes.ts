import * as english from '../../../server/contract/texts/wishes.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { wishes }: Translation<typeof english> = spoken?.wishes ?? english
