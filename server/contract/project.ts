/** Where the project is found. A fork puts its own addresses here. */
const SOURCE = 'https://github.com/floe-signer/floe'

export const project = {
  /** The image, without a tag. */
  image: 'ghcr.io/floe-signer/floe',
  source: SOURCE,
  readme: `${SOURCE}#readme`,
  guide: `${SOURCE}/blob/main/docs/operate.md`,
  issues: `${SOURCE}/issues`,
} as const
