/** Back-ups and the way back. */
export const backups = {
  lead:
    'A back-up holds all that this server keeps: settings, credentials, share records, policies, ' +
    'password, API keys and audit.',

  download: {
    title: 'Make a back-up',
    kind: 'What goes into it',
    /** What it is called, and what it is worth. */
    kinds: {
      plain: [
        'Without the sealing key',
        'It opens only where the key is. Keep secret.key (or SECRET_KEY) somewhere else as well: ' +
          'without it nothing opens the share in the back-up.',
      ],
      withKey: [
        'With the sealing key, under a passphrase',
        'It opens anywhere: whoever has the file and the passphrase has the share.',
      ],
    },
    passphrase: 'Passphrase',
    again: 'Passphrase again',
    hint: (min: number) => `At least ${min} characters. Nobody can find it out for you.`,
    differs: 'This is not the same passphrase',
    submit: 'Download',
    making: 'Making the back-up...',
    done: (name: string) => `The back-up was made: ${name}`,
    /** Put into the file's name, so that the two kinds can be told apart. */
    withKeyInName: '-with-key',
    fallbackName: 'floe.db',
  },

  schedule: {
    title: 'Scheduled back-ups',
    off:
      'Off: Floe makes none by itself. Start it with BACKUP_INTERVAL=24 for one every 24 hours, and ' +
      'with BACKUP_KEEP for how many are kept.',
    on: (hours: number, keep: number) =>
      `One every ${hours === 1 ? 'hour' : `${hours} hours`}; the newest ${keep === 1 ? 'one is' : `${keep} are`} kept.`,
    place:
      'In the folder backups of the data folder, without the sealing key, on the same disk as what ' +
      'they save: copy them off the machine.',
    none: 'None yet.',
    list: 'Scheduled back-ups, newest first',
    next: (when: string) => `The next one: ${when}.`,
    showAll: (count: number) => `Show all ${count}`,
  },

  restore: {
    title: 'Restore',
    lead: 'The server checks all of the back-up first. What it refuses changes nothing.',
    file: 'Back-up file',
    passphrase: 'Passphrase',
    hint: 'Only for a back-up that holds its key. Where its key is already, none is needed.',
    noFile: 'Choose a file first',
    submit: 'Restore...',

    askTitle: 'Replace what this server has?',
    /** What is restored: the file's name and size. */
    what: (name: string, size: string) => `${name} (${size})`,
    replaced:
      'Settings, credentials, share records, policies and the audit are replaced by what the ' +
      'back-up holds, and so are password and API keys: keys revoked since it was made open again.',
    ends: 'The server starts anew, signing pauses meanwhile, and all sessions end.',
    onePlace:
      'Let the same share run in one place only: stop the server that it came from before you ' +
      'restore here.',
    understood: 'Replace all of this with the back-up',
    confirm: 'Replace and restart',

    sending: 'Sending the back-up...',
    sent: (percent: number) => `${percent} % sent`,
    checking: 'The server checks the back-up...',
    restoring: 'Restoring...',
    restarting:
      'The server puts the back-up in place and starts anew. This page goes on by itself.',
    slow: "The server has not answered yet. This page goes on asking; why it takes so long is in the server's log.",
    done: (madeAt: string | null) =>
      `${madeAt === null ? 'The database' : `The back-up of ${madeAt}`} is in place`,
    brokeOff:
      'The connection broke before all of the back-up was sent. Nothing was changed: try again.',
    unsure:
      'The back-up was sent, but no answer came. Reload this page: if the restore took place, you ' +
      'have to sign in again, and it stands in the audit.',
  },
} as const
