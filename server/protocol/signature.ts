/** A finished signature: BIP-340, 64 bytes, under `pubkey` (x-only, the group's, tweaked). Hex. */
export interface Signature {
  sighash: string
  pubkey: string
  signature: string
}
