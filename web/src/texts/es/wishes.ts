/** What an app wishes to be allowed, each as a sentence begins; of one kind it is the deed of that kind. */
export const wishes = {
  nip44_encrypt: 'encrypt messages',
  nip44_decrypt: 'read every message that was sent to you',
  nip04_encrypt: 'encrypt messages in the older cipher',
  nip04_decrypt: 'read every message that was sent to you in the older cipher',
  sign_event: 'sign everything, of any kind',
  unknownKind: (kind: number) => `sign events of kind ${kind}, which is unknown`,
} as const
