import * as english from '../../../server/contract/texts/common.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { common }: Translation<typeof english> = spoken?.common ?? english
