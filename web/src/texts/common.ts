import * as english from '../../../server/contract/texts/common.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { common }: Translation<typeof english> = spoken?.common ?? english
