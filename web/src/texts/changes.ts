import * as english from '../../../server/contract/texts/changes.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { changes }: Translation<typeof english> = spoken?.changes ?? english
