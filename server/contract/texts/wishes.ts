/** Permissions that an app requests, each as the beginning of a sentence. For one kind of event, see `kinds`. */
export const wishes = {
  nip44_encrypt: 'encrypt messages',
  nip44_decrypt: 'read every message that was sent to you',
  nip04_encrypt: 'encrypt messages in the older cipher',
  nip04_decrypt: 'read every message that was sent to you in the older cipher',
  sign_event: 'sign everything, of any kind',
  unknownKind: (kind: number) => `sign events of kind ${kind}, which is unknown`,
} as const
