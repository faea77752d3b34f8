import type { identity as english } from '#contract/texts/identity.ts'
import type { Translation } from '#contract/translation.ts'

export const identity: Translation<typeof english> = {
  name: 'Identidad',
  npubWhat: 'npub',
  words: 'Sus cuatro palabras',
  wordsFailed: 'No se pudieron cargar sus cuatro palabras: compara el npub entero.',
  compareTitle: 'Para comparar en el otro dispositivo',
  compareLead:
    'Cuando tenga esto, el otro dispositivo muestra el mismo npub, y un Floe muestra además las mismas ' +
    'cuatro palabras. Las palabras sirven para una primera mirada: lo que cuenta es el npub entero.',
}
