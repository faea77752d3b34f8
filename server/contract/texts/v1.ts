/** What first-generation credentials can't protect: told to the owner without false comfort. */
export const firstGenerationDialog = {
  title: 'What first-generation credentials mean',
  lead:
    'Your key is split so that no single device holds it. In the 1.x protocol, for which these ' +
    'credentials were made, the split protects you less than you would expect.',
  sections: [
    {
      title: 'What can happen',
      points: [
        'For each 1.x signature, this signer hands its peer one part of it. All of its parts are ' +
          'made from the same hidden numbers, so three of them are enough to work out your share.',
        'The group credential together with a few signatures that you have published is enough to ' +
          'work out the whole key.',
        'Whoever has the key can sign as you and read what is encrypted to you. You would not ' +
          'notice it, and it can’t be taken back.',
      ],
    },
    {
      title: 'Who could do it',
      points: [
        'Every peer that has had three partial signatures from this signer. The Peer List counts ' +
          'them for each peer. Where two shares are enough to sign, a peer also learns one from ' +
          'each signature that this signer asks it for, and the count includes those.',
        'Everyone who gets hold of the group credential. Each device of the keyset has a copy, ' +
          'and so do its back-ups.',
      ],
    },
    {
      title: 'What to do',
      points: [
        'Keep the group credential as secret as a share: no chat, no mail, no screenshot.',
        'Use few peers, and only devices that you would trust with the whole key.',
        'Assume that a peer with three or more partial signatures knows your share. Switching it ' +
          'off gives it no more of them, but takes none back.',
        'If the group credential may have got out, assume that others know the key, and move to a ' +
          'new one. New shares of the old key do not help.',
      ],
    },
    {
      title: 'What heals it, and what does not',
      points: [
        'The 2026 protocol makes every signature from fresh numbers. This signer speaks it with the ' +
          'same share, to every peer that does too; the others have to be updated.',
        'It stops the leak. It does not undo what was signed in 1.x before.',
      ],
    },
  ],
} as const
