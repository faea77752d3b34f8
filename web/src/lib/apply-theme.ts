import { applyTheme, savedTheme } from './theme.ts'

applyTheme(savedTheme())
