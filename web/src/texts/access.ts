import * as english from '../../../server/contract/texts/access.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { access }: Translation<typeof english> = spoken?.access ?? english
