import * as english from '../../../server/contract/texts/recover.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { recover }: Translation<typeof english> = spoken?.recover ?? english
