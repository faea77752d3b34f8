import type { changes as english } from '#contract/texts/changes.ts'
import type { Translation } from '#contract/translation.ts'

export const changes: Translation<typeof english> = {
  cleared: 'Die gespeicherten Schlüsseldaten wurden anderswo gelöscht',
  changed: 'Anderswo wurden andere Schlüsseldaten gespeichert',
}
