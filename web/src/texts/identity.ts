import * as english from '../../../server/contract/texts/identity.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { identity }: Translation<typeof english> = spoken?.identity ?? english
