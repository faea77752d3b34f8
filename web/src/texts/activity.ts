import * as english from '../../../server/contract/texts/activity.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { activity }: Translation<typeof english> = spoken?.activity ?? english
