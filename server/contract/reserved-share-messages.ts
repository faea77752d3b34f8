const list = new Intl.ListFormat('en-GB')

/** Refusals and problems of shares that are reserved for other devices. */
export const reservedShares = {
  hasKeyset:
    'This signer runs on a keyset already, and nothing was changed: delete its credentials first',
  noKeyset: 'This signer has no keyset yet: create one, or give it a share and its group',
  relaysFor1x: 'relays: shares of 1.x name none',
  unknown: 'No share of this index is kept here',
  nameNeeded: 'name: say what the device is called that gets this share',
  nameTaken: (name: string) =>
    `name: another device is called ${name} already. Give this one a name of its own`,
  own: "This is this signer's own share, and no other device may run on it too",
  online: (device: string) =>
    `${device} is online with this share. Two devices must not run on one share: switch it off for good first`,
  handedOut: (device: string) =>
    `This share was handed out for ${device} already. It is for that device alone: show it again, or take another share`,
  done: (device: string) =>
    `${device} has this share and has signed with it, so it is no longer kept here`,
  lost: 'No back-up holds this share, so the restore has not brought it back: bring it, or deal fresh shares to all devices',
  kept: 'This share is kept here already',
  replaces: (device: string) =>
    `This is the share of ${device}. Whoever has it is the same member: if ${device} is still in use, or may come back, both would get in each other's way. Go on only if it is gone for good`,
  changedMeanwhile: 'Somebody else has just done something with this share: look again',
  waiting: (count: number) =>
    count === 1
      ? 'A share of this keyset is kept here for another device: wait until that device has signed with it, or delete it first'
      : `${count} shares of this keyset are kept here for other devices: wait until those devices have signed with them, or delete them first`,
  restoreLoses: (count: number) =>
    count === 1
      ? 'A share is kept here for another device, and no back-up holds it: before you restore, wait until that device has signed with it, or delete it'
      : `${count} shares are kept here for other devices, and no back-up holds them: before you restore, wait until those devices have signed with them, or delete them`,
  /** Why the test signature has not come about yet. */
  needsOthers: (count: number) =>
    count === 1
      ? 'One more device must be online to sign together with it'
      : `${count} more devices must be online to sign together with it`,
  hasOther:
    'a device is online with this share that has not opened this invitation. It is another one, which has had the share before: switch it off for good, since two devices must not run on one share',
  twoDevices:
    'two devices are online with this share. Switch the one off for good that has had it before',
  notKept: 'What has become of it could not be written down: is the disk full?',
} as const

/** Entries of the event log. */
export const reservedShareEvent = {
  handedOut: (index: number, again: boolean) =>
    again ? `Share ${index} was shown again for its device` : `Share ${index} was handed out`,
  brought: (index: number) => `Share ${index} is kept here for another device`,
  deleted: (index: number) => `Share ${index} is no longer kept here`,
  proved: (index: number) =>
    `The device with share ${index} has signed: the share is no longer kept here`,
} as const

/** By `floe restore`, which does not read the keyset. */
export const lostByRestore = (indices: readonly number[]): string =>
  indices.length === 1
    ? `Share ${indices[0]} was kept here for another device when the back-up was made, and no back-up holds it: unless a device has got it since, it is gone. Floe says in the console what that means. Deal fresh shares to all devices there (Move to the 2026 protocol) while enough shares are left to sign.`
    : `Shares ${list.format(indices.map(String))} were kept here for other devices when the back-up was made, and no back-up holds them: unless devices have got them since, they are gone. Floe says in the console what that means. Deal fresh shares to all devices there (Move to the 2026 protocol) while enough shares are left to sign.`
