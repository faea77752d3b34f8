import * as english from '../../../server/contract/texts/access.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { access }: Translation<typeof english> = spoken?.access ?? english
