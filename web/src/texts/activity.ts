import * as english from '../../../server/contract/texts/activity.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { activity }: Translation<typeof english> = spoken?.activity ?? english
