/** The identity that a keyset signs as, as two screens are compared by it. */
export const identity = {
  name: 'Identity',
  npubWhat: 'npub',
  words: 'Its four words',
  wordsFailed: 'Its four words could not be loaded: compare the whole npub.',
  compareTitle: 'To compare on the other device',
  compareLead:
    'Once it has this, the other device shows the same npub, and a Floe the same four words too. ' +
    'The words are for a first look: what decides is the npub, all of it.',
} as const
