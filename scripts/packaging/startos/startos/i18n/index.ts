import { setupI18n } from '@start9labs/start-sdk'
import { DEFAULT_LANG, dictionary } from './dictionary'

export const i18n = setupI18n(dictionary, {}, DEFAULT_LANG)
