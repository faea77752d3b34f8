import * as english from '../../../server/contract/texts/changes.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { changes }: Translation<typeof english> = spoken?.changes ?? english
