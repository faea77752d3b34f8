import type { changes as english } from '../../../../server/contract/texts/changes.ts'
import type { Translation } from '../../../../server/contract/translation.ts'

export const changes: Translation<typeof english> = {
  cleared: 'Die gespeicherten Schlüsseldaten wurden anderswo gelöscht',
  changed: 'Anderswo wurden andere Schlüsseldaten gespeichert',
}
