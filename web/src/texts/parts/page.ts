// Texts that every page needs, signed in or not.

import * as accessTexts from '#contract/texts/access.ts'
import * as commonTexts from '#contract/texts/common.ts'
import * as shellTexts from '#contract/texts/shell.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { access } = inPageLanguage('access', accessTexts)
export const { common } = inPageLanguage('common', commonTexts)
export const { shell } = inPageLanguage('shell', shellTexts)
