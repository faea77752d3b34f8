/** Share records that this browser keeps. */
export const shares = {
  keep: 'Keep a copy in this browser',
  why:
    'Recover can then fill itself in; but the share and the group credential lie unencrypted in ' +
    'this browser, the ten latest pairs, until you sign out or the session ends.',
  stay: 'Also after signing out, for whoever uses this browser then',
  kept: (count: number) => (count === 1 ? '1 record kept' : `${count} records kept`),
  notKept: 'This browser could not keep a copy of the share',
  notKeptNext: 'Its storage is full or switched off. The signer itself is not affected.',

  removeTitle: (count: number) =>
    count === 1 ? 'Remove the saved record?' : `Remove the ${count} saved records?`,
  removeText:
    'This browser forgets the shares that it keeps, and keeps no more of them. A share of which ' +
    'this is the only copy is lost.',
  remove: 'Remove and switch off',
  removed: 'This browser keeps no share records any more',

  alsoRemove: (count: number) =>
    count === 1
      ? 'Also remove the share record that this browser keeps'
      : `Also remove the ${count} share records that this browser keeps`,
} as const
