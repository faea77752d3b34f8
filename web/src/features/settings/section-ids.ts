import type { settings } from '../../texts/settings.ts'

export type SectionId = keyof typeof settings.sections
