import type { wishes as english } from '#contract/texts/wishes.ts'
import type { Translation } from '#contract/translation.ts'

export const wishes: Translation<typeof english> = {
  nip44_encrypt: 'cifrar mensajes',
  nip44_decrypt: 'leer todos los mensajes que te enviaron',
  nip04_encrypt: 'cifrar mensajes con el cifrado antiguo',
  nip04_decrypt: 'leer todos los mensajes que te enviaron con el cifrado antiguo',
  sign_event: 'firmarlo todo, de cualquier tipo',
  unknownKind: (kind) => `firmar eventos de tipo ${kind}, que es desconocido`,
}
