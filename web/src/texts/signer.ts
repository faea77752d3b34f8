import * as english from '../../../server/contract/texts/signer.ts'
import type { Translation } from '../../../server/contract/translation.ts'
import { spoken } from './spoken.ts'

export const { signer, credentials }: Translation<typeof english> = spoken?.signer ?? english
