import * as english from '../../../server/contract/texts/settings.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { settings }: Translation<typeof english> = spoken?.settings ?? english
