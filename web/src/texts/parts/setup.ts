// Texts for setting up, moving and recovering a keyset.

import * as configureTexts from '#contract/texts/configure.ts'
import * as importingTexts from '#contract/texts/importing.ts'
import * as joiningTexts from '#contract/texts/joining.ts'
import * as keysetTexts from '#contract/texts/keyset.ts'
import * as movingTexts from '#contract/texts/moving.ts'
import * as recoverTexts from '#contract/texts/recover.ts'
import * as startTexts from '#contract/texts/start.ts'
import { inPageLanguage } from '../catalogue.ts'

export const { configure, scan } = inPageLanguage('configure', configureTexts)
export const { importing } = inPageLanguage('importing', importingTexts)
export const { joining } = inPageLanguage('joining', joiningTexts)
export const { keyset } = inPageLanguage('keyset', keysetTexts)
export const { moving } = inPageLanguage('moving', movingTexts)
export const { recover } = inPageLanguage('recover', recoverTexts)
export const { start } = inPageLanguage('start', startTexts)
