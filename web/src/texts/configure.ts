import * as english from '../../../server/contract/texts/configure.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { configure }: Translation<typeof english> = spoken?.configure ?? english
