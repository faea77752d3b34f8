/** The ways to begin with Floe. */
export const start = {
  lead:
    'This server will hold one share of your nostr key, and sign together with your other devices. ' +
    'How do you begin?',
  doorsLabel: 'How this server gets its share',
  doors: {
    create: { title: 'Create a key', text: 'I am new here' },
    join: { title: 'Join with an invitation', text: 'From another device' },
    bring: { title: 'I have a share', text: 'And its group credential' },
  },

  restore: 'Have a back-up of Floe?',
  restoreDo: 'Restore it',
  another: 'Want another identity here?',
  others: 'Create a key or join',

  // A text that is not what was asked for
  elsewhere: {
    nsec: {
      title: 'This is a whole key',
      text: 'No device should hold it alone: it is split into shares, and not kept.',
      go: 'Split it',
    },
    npub: {
      title: 'This is a public address',
      text:
        'Nothing in it is secret: it only says who signs. You need a share of its key (bfshare1…), ' +
        'from the app that made the keyset, or an invitation (bfonboard1…), from another device.',
      go: null,
    },
    app: {
      title: 'This is the link of an app',
      text: 'Apps are connected under Apps, once this server has its share.',
      go: 'Open Apps',
    },
    share: {
      title: 'This is a share, not an invitation',
      text: 'It goes into the form for shares.',
      go: 'Take it there',
    },
  },
} as const
