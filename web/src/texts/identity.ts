import * as english from '../../../server/contract/texts/identity.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { identity }: Translation<typeof english> = spoken?.identity ?? english
