import * as english from '../../../server/contract/texts/configure.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { configure }: Translation<typeof english> = spoken?.configure ?? english
