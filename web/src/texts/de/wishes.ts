import type { wishes as english } from '#contract/texts/wishes.ts'
import type { Translation } from '#contract/translation.ts'

export const wishes: Translation<typeof english> = {
  nip44_encrypt: 'Nachrichten verschlüsseln',
  nip44_decrypt: 'jede Nachricht lesen, die an dich ging',
  nip04_encrypt: 'Nachrichten im älteren Verfahren verschlüsseln',
  nip04_decrypt: 'jede Nachricht lesen, die im älteren Verfahren an dich ging',
  sign_event: 'alles signieren, von jedem Typ',
  unknownKind: (kind) => `Events vom unbekannten Typ ${kind} signieren`,
}
