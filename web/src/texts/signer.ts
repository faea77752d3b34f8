import * as english from '../../../server/contract/texts/signer.ts'
import { spoken } from './spoken.ts'
import type { Translation } from './translation.ts'

export const { signer, credentials }: Translation<typeof english> = spoken?.signer ?? english
