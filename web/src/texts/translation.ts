export type { Translation } from '../../../server/contract/translation.ts'
