import type { identity as english } from '#contract/texts/identity.ts'
import type { Translation } from '#contract/translation.ts'

export const identity: Translation<typeof english> = {
  name: 'Identität',
  npubWhat: 'npub',
  words: 'Ihre vier Wörter',
  wordsFailed: 'Ihre vier Wörter konnten nicht geladen werden: Vergleiche den ganzen npub.',
  compareTitle: 'Zum Vergleichen auf dem anderen Gerät',
  compareLead:
    'Sobald das andere Gerät sie hat, zeigt es denselben npub, und ein Floe auch dieselben vier Wörter. ' +
    'Die Wörter sind für den ersten Blick: Was zählt, ist der ganze npub.',
}
