import * as english from '../../../server/contract/texts/settings.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { settings }: Translation<typeof english> = spoken?.settings ?? english
