/**
 * The packages of generation 1 in the genuine library's shape: snake case and hex strings, so that
 * they can be handed to it and compared with it directly.
 */

/** One member's public part. Points are compressed (33 bytes), hex. */
export interface CommitPackage {
  idx: number
  pubkey: string
  binder_pn: string
  hidden_pn: string
}

/** group_pk is a compressed point (33 bytes), hex; commits in the order of the credential. */
export interface GroupPackage {
  group_pk: string
  threshold: number
  commits: CommitPackage[]
}

/** One member's secret part. Scalars are 32 bytes, hex. Never logged and never put in an error. */
export interface SharePackage {
  idx: number
  seckey: string
  binder_sn: string
  hidden_sn: string
}
