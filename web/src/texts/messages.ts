// Texts that server and console share, in the page's language.

import { imports as englishImports } from '#contract/import-messages.ts'
import * as english from '#contract/messages.ts'
import { catalogue } from './catalogue.ts'

const { sentences } = catalogue ?? {}

export const backup = sentences?.backup ?? english.backup
export const v2Decoding = sentences?.v2Decoding ?? english.v2Decoding
export const imports = sentences?.imports ?? englishImports
export const validation = sentences?.validation ?? english.validation
