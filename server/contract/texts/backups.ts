import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')
const list = new Intl.ListFormat('en-GB')

/** Back-ups and restores. */
export const backups = {
  lead:
    'A back-up holds everything that this server keeps: settings, credentials, share records, ' +
    'policies, password, API keys and audit.',

  download: {
    title: 'Make a back-up',
    kind: 'What goes into it',
    /** Name, and what it is good for. The first is preselected. */
    kinds: {
      withKey: [
        'With the sealing key, under a passphrase',
        'For a new machine, when this one is lost. It opens anywhere: whoever has the file and the ' +
          'passphrase has the share.',
      ],
      plain: [
        'Without the sealing key',
        'For going back to an earlier state of this machine. On a new one it opens nothing, unless ' +
          'secret.key (or SECRET_KEY) is kept somewhere else as well.',
      ],
    },
    made: 'Passphrase, made for this back-up',
    madeWhat: 'passphrase',
    madeLead:
      'It stays here until you leave this page, and is kept nowhere. Write it down, and keep it apart from the file: ' +
      'without it nothing opens the share in the back-up.',
    kept: 'I have kept the passphrase',
    /** Of the back-up's file. */
    opens: (name: string) => `It opens ${name}`,
    makeAnother: 'Have another one made',
    chooseOwn: 'Choose one myself',
    makeOne: 'Have one made',
    passphrase: 'Passphrase',
    again: 'Passphrase again',
    hint: (min: number) => `At least ${min} characters. Nobody can recover it for you.`,
    differs: 'This is not the same passphrase',
    submit: 'Download',
    making: 'Making the back-up...',
    done: (name: string) => `The back-up was made: ${name}`,
    /** Put into the file's name, so that the two kinds can be told apart. */
    withKeyInName: '-with-key',
    fallbackName: 'floe.db',
  },

  last: {
    none: 'No back-up is known. Make one now: if the disk is lost, so is the share.',
    /** When, and whether it opens on a new machine. */
    withKey: (when: string) => `The last back-up was made ${when}, with its key.`,
    plain: (when: string) =>
      `The last back-up was made ${when}, without the key: it opens only where the key is.`,
  },

  schedule: {
    title: 'Scheduled back-ups',
    off: 'Off: Floe makes none by itself.',
    change: 'Change...',
    interval: 'Hours between back-ups',
    intervalHint: '24 is once a day; 0 makes none.',
    intervalWrong: (max: number) => `A whole number from 0 to ${max}`,
    keep: 'How many to keep',
    keepWrong: (max: number) => `A whole number from 1 to ${max}`,
    save: 'Save',
    saving: 'Saving...',
    saved: 'The schedule is in force',
    saveFailed: 'The schedule was not saved',
    on: (hours: number, keep: number) =>
      `One every ${plural(hours, { one: 'hour', other: `${hours} hours` })}; the newest ${plural(keep, { one: 'one is', other: `${keep} are` })} kept.`,
    place:
      'In the folder backups of the data folder, without the sealing key, on the same disk as the ' +
      'data itself: copy them off the machine.',
    none: 'None yet.',
    list: 'Scheduled back-ups, newest first',
    next: (when: string) => `The next one: ${when}.`,
    showAll: (count: number) => `Show all ${count}`,
  },

  check: {
    submit: 'Check this file',
    checking: 'Checking...',
    /** When it was made, and by which version. */
    sound: (when: string, version: string) =>
      `A sound back-up of ${when}, made by Floe ${version}.`,
    bare: 'A sound database of Floe, which is not a back-up.',
    keys: {
      opened: 'It holds its key, and the passphrase opens it: it can be restored anywhere.',
      locked: 'It holds its key. Give the passphrase to find out whether that opens it.',
      outside: 'It does not hold its key: it can be restored only where the key is, as here.',
    },
    noKeyset: 'no keyset',
    holds: (keysets: string, apps: number, apiKeys: number, rules: number, entries: number) =>
      `In it: ${keysets}; apps: ${apps}, API keys: ${apiKeys}, rules: ${rules}, entries of the audit: ${entries}.`,
  },

  restore: {
    title: 'Restore',
    lead: 'The server first checks the whole back-up. If it refuses it, nothing changes.',
    file: 'Back-up file',
    passphrase: 'Passphrase',
    hint: 'Only for a back-up that holds its key. A server that has the key already needs none.',
    otherWay: 'The back-up does not hold its key',
    key: 'secret.key of the old machine',
    keyHint:
      'From the data folder of the Floe that made the back-up; if that was started with SECRET_KEY, a ' +
      'file with that text.',
    keyTooLarge: 'This is not a secret.key: it holds more than a key',
    noFile: 'Choose a file first',
    submit: 'Restore...',

    askTitle: 'Replace what this server has?',
    /** What is restored: the file's name and size. */
    what: (name: string, size: string) => `${name} (${size})`,
    replaced:
      'Settings, credentials, share records, policies and the audit are replaced by what the ' +
      'back-up holds, and so are the password and API keys: keys revoked since then work again.',
    ends: 'The server restarts, signing pauses meanwhile, and all sessions end.',
    onePlace:
      'Let the same share run in one place only: stop the server that it came from before you ' +
      'restore here.',
    understood: 'Replace all of this with the back-up',
    confirm: 'Replace and restart',

    sending: 'Sending the back-up...',
    sent: (percent: number) => `${percent} % sent`,
    checking: 'The server checks the back-up...',
    restoring: 'Restoring...',
    restarting: 'The server puts the back-up in place and restarts. This page goes on by itself.',
    slow: "The server has not answered yet. This page keeps asking; the server's log says why it takes so long.",
    lost: (indices: readonly number[]) =>
      plural(indices.length, {
        one: `Share ${indices[0]} was not in the back-up`,
        other: `Shares ${list.format(indices.map(String))} were not in the back-up`,
      }),
    done: (madeAt: string | null) =>
      `${madeAt === null ? 'The database' : `The back-up of ${madeAt}`} is in place`,
    brokeOff:
      'The connection broke before all of the back-up was sent. Nothing was changed: try again.',
    unsure:
      'The back-up was sent, but no answer came. Reload this page: if the restore took place, you ' +
      'have to sign in again, and the audit lists it.',
  },
} as const
