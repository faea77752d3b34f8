import type { settings } from '../../../../server/contract/texts/settings.ts'

export type SectionId = keyof typeof settings.sections
