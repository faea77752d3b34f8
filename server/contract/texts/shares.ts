import { pluralsOf } from '../plurals.ts'

const plural = pluralsOf('en')

/** Share records that this browser keeps, and those that are saved on the server. */
export const shares = {
  keep: 'Keep a copy in this browser',
  why:
    'Recover can then fill itself in, but this browser keeps the ten latest pairs of share and ' +
    'group credential, unencrypted, until you sign out or the session ends.',
  stay: 'Also after signing out, for whoever uses this browser then',
  kept: (count: number) => plural(count, { one: '1 record kept', other: `${count} records kept` }),
  keptHere: {
    untilSignOut: 'This browser keeps a copy until you sign out.',
    stays: 'This browser keeps a copy, also after signing out.',
  },
  notKeptHere: 'This browser keeps no copy.',
  change: 'Change',
  changeLabel: 'Change whether this browser keeps a copy',
  notKept: 'This browser could not keep a copy of the share',
  notKeptNext: 'Its storage is full or switched off. The signer itself is not affected.',

  removeTitle: (count: number) =>
    plural(count, { one: 'Remove the saved record?', other: `Remove the ${count} saved records?` }),
  removeText:
    'This browser forgets the shares that it keeps, and keeps no more. If this is the only copy ' +
    'of a share, that share is lost.',
  remove: 'Remove and switch off',
  removed: 'This browser no longer keeps share records',

  alsoRemove: (count: number) =>
    plural(count, {
      one: 'Also remove the share record that this browser keeps',
      other: `Also remove the ${count} share records that this browser keeps`,
    }),

  // On the server
  savedHere: 'Share records saved on this server',
  savedHereWhy:
    'Each is a share with its group, encrypted in the data folder, beside what the signer runs on.',
  unnamed: 'Without a name',
  deleteRecord: (name: string) => `Delete the share record "${name}"`,
  deleteTitle: (name: string) => `Delete the share record "${name}"?`,
  deleteText:
    'The share and its group in this record are removed from this server for good. If no device and no ' +
    'back-up holds that share, it is lost. What the signer runs on stays as it is.',
  deleteForGood: 'Delete for good',
  deleting: 'Deleting...',
  deleted: 'The share record was deleted',
  notDeleted: 'The share record could not be deleted',
  alsoDelete: (count: number) =>
    plural(count, {
      one: 'Also delete the share record saved on this server',
      other: `Also delete the ${count} share records saved on this server`,
    }),
} as const
