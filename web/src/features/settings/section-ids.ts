import type { settings } from '../../texts/texts.ts'

export type SectionId = keyof typeof settings.sections
