import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** The two generations of the protocol, for an owner: who speaks which, and what is answered. */
export const generations = {
  // A peer's badges
  spoken: {
    both: 'Speaks both protocols. Signatures are asked for in 2026, which gives away nothing of the share.',
    '1.x':
      'Speaks the older 1.x protocol only, in which each signature gives away a part of the share. ' +
      'Update the app on that device.',
    '2026': 'Speaks the 2026 protocol, in which a signature gives away nothing of the share.',
  },

  // One line in the signer's card
  protocol: 'Protocol',
  modes: {
    answer: '2026 and 1.x',
    warn: '2026 and 1.x',
    refuse: '2026 only',
  },
  onlyGen2: '2026',
  v2Off: '1.x only, as 2026 is off',
  bothOff: 'None: 2026 is off',
  change: 'Change',
  changeLabel: 'Change protocol settings',
  loading: 'Loading...',
  unknown: 'Not known',
  noneHeard: 'No peer has been heard yet.',
  allNext: 'Every peer heard so far speaks 2026.',
  olderPeers: (older: number, total: number) =>
    older === total
      ? `${plural(total, { one: 'The peer still speaks', other: `All ${total} peers still speak` })} only 1.x.`
      : `${older} of ${total} peers ${plural(older, { one: 'still speaks', other: 'still speak' })} only 1.x.`,
  refusedPeers: (older: number) =>
    plural(older, {
      one: 'A peer speaks only 1.x, which is refused: it gets no signatures.',
      other: `${older} peers speak only 1.x, which is refused: they get no signatures.`,
    }),

  // The settings
  lead: 'What this server answers. A change applies at once, even to requests already on their way.',
  firstGeneration: 'Requests in the older 1.x protocol',
  choices: {
    answer: [
      'Answer',
      'Every device is served, without a warning. Each 1.x signature gives away a part of this share.',
    ],
    warn: [
      'Answer and warn',
      'Every device is served, and the status names each peer that still signs with 1.x.',
    ],
    refuse: [
      'Refuse',
      'Nothing more of this share is given away. Devices that speak only 1.x no longer get signatures or decryption from this signer.',
    ],
  },
  nothingAnswered:
    "This signer's share is of the 2026 protocol and can't be used in 1.x: such requests are never answered.",
  wouldStop: (older: number) =>
    plural(older, {
      one: 'One peer speaks only 1.x: refusing locks it out.',
      other: `${older} peers speak only 1.x: refusing locks them out.`,
    }),
  onboarding: 'Devices that join',
  approve: 'Ask me before a device is given the group',
  approveHint:
    'A device that was set up with an invitation asks this signer who the members are. Off: every ' +
    'member of the keyset is told without asking you.',
  save: 'Save',
  saving: 'Saving...',
  saved: 'Protocol settings saved',
  saveFailed: 'The protocol settings were not saved',

  // Entries of the event log and of the audit
  inGeneration: (name: string) => `protocol ${name}`,
} as const
