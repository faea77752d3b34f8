import type { uptime as english } from '#contract/texts/uptime.ts'
import type { Translation } from '#contract/translation.ts'

export const uptime: Translation<typeof english> = {
  share: (label, percent) => `${label}: ${percent} % der Zeit da`,
  always: (label) => `${label}: immer da`,
  never: (label) => `${label}: nie da`,
  unwatched: (label) => `${label}: niemand hat hingesehen`,
}
