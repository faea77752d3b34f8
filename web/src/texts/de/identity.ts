/** The identity that a keyset signs as, by which two screens are compared. */
export const identity = {
  name: 'Identity',
  npubWhat: 'npub',
  words: 'Its four words',
  wordsFailed: 'Its four words could not be loaded: compare the whole npub.',
  compareTitle: 'To compare on the other device',
  compareLead:
    'Once it has this, the other device shows the same npub, and a Floe also shows the same four ' +
    'words. The words are for a first look: what counts is the whole npub.',
} as const
