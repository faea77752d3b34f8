/** What an owner should know about the protocol's generations, and do about it. */
export const ownerWarning = {
  firstGenerationRefused:
    'It is refused here, as you have chosen. Pings and echoes are still answered.',
  firstGeneration: (peer: string) =>
    `Peer ${peer} signs with the older 1.x protocol. Each signature in it gives away a part of this ` +
    'share, and three are enough for a co-signer to work it out. Update the app on that device to ' +
    'one that speaks the 2026 protocol.',
  shutOut: (peer: string) =>
    `Peer ${peer} speaks only the older 1.x protocol now, and is refused in it, because it was once heard in 2026: ` +
    'nobody is led back. If its app was put back to an older one, update it, or allow 1.x with it, in which three ' +
    'signatures give this share away.',
  generationNotKept: (peer: string) =>
    `It could not be saved that peer ${peer} speaks the 2026 protocol: make room on the disk`,
  thirdInFirst: (peer: string) =>
    `Peer ${peer} is about to get a third partial signature from this share in the 1.x protocol: ` +
    'with it, it can work the share out. Deal new shares in the 2026 protocol.',
  v2Off: (reason: string) =>
    `The 2026 protocol is off: ${reason}. Peers that speak the 1.x protocol are still answered; ` +
    'repair the data folder and restart Floe.',
  v2Unfit: (reason: string) =>
    `The 2026 protocol is off, because this keyset does not fit into it: ${reason}. Peers that ` +
    'speak the 1.x protocol are still answered.',
  exchangeUnweighted: (peer: string) =>
    `Peer ${peer} asks for key exchanges, to encrypt or decrypt as the group, and its app, an Igloo of ` +
    "before 2026-06, adds them up wrongly: others can't read what it encrypts, and it can't read what " +
    'they encrypt. Update it to Igloo beta, or encrypt and decrypt with a Floe.',
  noncesFailing:
    "Nonces can't be written to the data folder, so nothing is signed in the 2026 protocol. Make " +
    'room there, or repair it; signing then goes on by itself.',
  noncesNotOpened: "its nonces can't be kept",
  noncesNotDeleted:
    'The nonces of the deleted credentials could not be deleted: remove nonces.db from the data ' +
    'folder while Floe is stopped',
  noncesNeeded:
    "the nonces that these credentials sign with can't be kept. Repair the data folder, or make " +
    'room there, and restart Floe',
  noNoncesGiven: (peer: string) =>
    `${peer} answers, but gives none of its nonces, so it can't be asked for signatures: on that ` +
    'device, allow answers to "onboard" from this signer, or load its profile again.',
  twoDevices: (peer: string, index: number) =>
    `Two devices run on the share of member ${index} (${peer}): both answer its pings. They get in each ` +
    'other’s way, and signatures fail: switch the one off that was replaced, and delete its share there.',
  onboardingAsked: (peer: string, index: number) =>
    `Member ${index} (${peer}) asks to join the group. Allow it if it is a device that you are ` +
    'setting up right now. Otherwise someone may have its package and password, and can ask for ' +
    'signatures with the share in it: refuse it, switch its recv and send off, and deal fresh ' +
    'shares.',
} as const
