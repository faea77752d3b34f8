import type { uptime as english } from '#contract/texts/uptime.ts'
import type { Translation } from '#contract/translation.ts'

export const uptime: Translation<typeof english> = {
  share: (label, percent) => `${label}: presente el ${percent} % del tiempo`,
  always: (label) => `${label}: siempre presente`,
  never: (label) => `${label}: nunca presente`,
  unwatched: (label) => `${label}: nadie observaba`,
}
