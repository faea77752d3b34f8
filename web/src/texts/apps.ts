import * as english from '../../../server/contract/texts/apps.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { apps }: Translation<typeof english> = spoken?.apps ?? english
