import * as english from '../../../server/contract/texts/recover.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { recover }: Translation<typeof english> = spoken?.recover ?? english
