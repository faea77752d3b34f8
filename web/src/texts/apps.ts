import * as english from '../../../server/contract/texts/apps.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { apps }: Translation<typeof english> = spoken?.apps ?? english
