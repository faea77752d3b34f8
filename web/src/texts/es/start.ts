/** What Floe is, and the ways to begin with it. */
export const start = {
  /** For somebody who has never heard of it. */
  whatItIs:
    'Floe is one of several devices that sign together for your nostr identity: each holds a share of ' +
    'the key, and none needs the whole. It is on day and night, so that the others always find it.',

  title: 'Start here',
  titleAgain: 'Another keyset for this signer',
  again: (name: string) => `It takes the place of ${name}, which this signer runs on now.`,
  backToSigner: 'Back to the signer',
  others: 'Other ways to start',
  back: 'Back',

  doors: {
    create: {
      title: 'Create',
      text: 'You are new, or have a whole key: split it into shares, one for each of your devices.',
    },
    join: {
      title: 'Join',
      text: 'Another device has an invitation for this one: scan it, or bring it as a file or text.',
    },
    bring: {
      title: 'Bring a share',
      text: 'You have a share and a group credential, from Igloo or another app: put them in here.',
    },
  },

  restore: 'Have a back-up of Floe?',
  restoreDo: 'Restore it',

  // A text that is not what was asked for
  elsewhere: {
    nsec: {
      title: 'This is a whole key',
      text: 'No device should hold it alone: Create splits it into shares, and it is not kept.',
      go: 'Take it to Create',
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
      text: 'Apps are connected under Apps, once this signer has its share.',
      go: 'Open Apps',
    },
    share: {
      title: 'This is a share, not an invitation',
      text: 'It goes into the form for shares.',
      go: 'Take it to Bring a share',
    },
  },
} as const
