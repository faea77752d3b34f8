import { DEFAULT_PORT } from '#config/limits.ts'
import { project } from '#contract/project.ts'
import { VERSION } from '#lib/version.ts'

/**
 * Where the image is published. There is no registry behind it yet: whoever releases puts their own
 * name here, and every package follows.
 */
export const IMAGE = project.image

/** The placeholder for the image's digest until a release gives one (`--digest`). */
export const DIGEST_PLACEHOLDER = 'sha256:filled-in-at-release'

/** What stores are told about Floe; every package is made only from this. */
export const description = {
  id: 'floe',
  name: 'Floe',
  version: VERSION,
  license: 'MIT',
  developer: 'The Floe authors',
  /** At most 80 characters, as StartOS wants them. */
  tagline: 'Holds one share of your nostr key and co-signs with it, day and night',
  /** At most 500 characters, as StartOS wants them. */
  about:
    'A FROSTR keyset splits a nostr key into shares, so that no single device can sign alone. ' +
    'Floe keeps one share on your server and answers the other share holders, over nostr relays, ' +
    'whenever they ask for a signature. One console shows whether it can sign, who is online, and ' +
    'every signature it gave.',
  firstSteps:
    'Have a share and its group credential at hand, from whoever made the keyset, or let Floe ' +
    'make a new one. Never run the same share twice.',
  links: {
    website: project.source,
    repo: project.source,
    support: project.issues,
    docs: project.guide,
    icon: 'https://raw.githubusercontent.com/floe-signer/floe/main/web/public/icon-512.png',
  },
  /** From the root of the repository. */
  files: { icon: 'web/public/icon-512.png', screenshot: 'docs/console.png', license: 'LICENSE' },
  /** By Compose's names, which are also the platform names in an image index. */
  architectures: ['amd64', 'arm64'],
  /** Where HTTP listens in the container. */
  port: DEFAULT_PORT,
  /** The only persistent folder. */
  dataMount: '/data',
  /** The user that the image runs as. */
  user: '1000:1000',
  healthCheck: ['floe', 'healthcheck'],
  /** A stop drains for 10 s at most; a slow disk may take as long again. */
  stopGracePeriod: '30s',
  /** Hours between scheduled back-ups into the data folder, and how many are kept. */
  backups: { BACKUP_INTERVAL: '24', BACKUP_KEEP: '7' },
  umbrel: {
    category: 'social',
    /** Not 8002, which igloo-server's package has: both may run side by side while moving. */
    port: 8802,
    username: 'umbrel',
    /**
     * What programs call with an API key and no Umbrel login. Each of these asks for a credential
     * of its own; the calls that change settings or carry a share are not among them.
     */
    openPaths: ['/api/sign', '/api/nip44/*', '/api/nip04/*', '/api/status', '/metrics'],
    submitter: 'The Floe authors',
    submission: 'https://github.com/getumbrel/umbrel-apps/pulls',
  },
  startos: {
    /** The package's revision for one upstream version; restarts at 0 with the next. */
    revision: 0,
    username: 'startos',
  },
  casaos: { id: 'org.floe-signer.floe', category: 'Social' },
} as const

export type Description = typeof description

/** @param digest `sha256:…` of the image's index; undefined while there is no release */
export const imageReference = (digest: string | undefined): string =>
  `${IMAGE}:${description.version}@${digest ?? DIGEST_PLACEHOLDER}`
