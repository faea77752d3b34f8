/** What a folder of server/ may import of the others. Nothing imports upwards, so no two rooms need each other. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  lib: ['contract'],
  crypto: ['contract'],
  nostr: ['contract', 'crypto', 'lib'],
  protocol: ['contract', 'crypto', 'lib', 'nostr'],
  relay: ['contract', 'crypto', 'lib', 'nostr'],
  'http-client': ['relay'],
  updates: ['contract', 'http-client'],
  auth: ['contract', 'lib', 'store'],
  config: ['auth', 'contract', 'lib'],
  events: ['contract'],
  policy: ['contract', 'lib'],
  notify: ['contract'],
  store: ['contract', 'lib', 'nostr', 'policy', 'protocol'],
  signer: ['contract', 'crypto', 'events', 'lib', 'nostr', 'policy', 'protocol', 'relay'],
  history: ['contract', 'nostr', 'relay', 'signer', 'store'],
  metrics: ['lib', 'policy', 'signer'],
  keysets: [
    ...[
      'auth',
      'contract',
      'crypto',
      'events',
      'http-client',
      'lib',
      'nostr',
      'policy',
      'protocol',
    ],
    ...['relay', 'signer', 'store'],
  ],
  nip46: [
    ...['contract', 'crypto', 'http-client', 'lib', 'nostr', 'policy', 'relay', 'signer'],
    'store',
  ],
  import: [
    ...['auth', 'config', 'contract', 'crypto', 'keysets', 'lib', 'nip46', 'nostr', 'policy'],
    ...['protocol', 'store'],
  ],
  app: [
    ...[
      'auth',
      'config',
      'contract',
      'crypto',
      'events',
      'history',
      'http',
      'import',
      'keysets',
      'lib',
    ],
    ...['metrics', 'nip46', 'nostr', 'notify', 'policy', 'protocol', 'relay', 'signer', 'store'],
    'updates',
  ],
  http: ['auth', 'contract', 'events', 'lib', 'relay', 'store'],
  api: [
    ...['app', 'auth', 'contract', 'http', 'import', 'keysets', 'lib', 'nip46', 'nostr', 'policy'],
    ...['signer', 'store'],
  ],
}

/** The folders of server/ that may use a package of npm. All may use a package that is not named here. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['store', 'import', 'cli'],
  ws: ['relay', 'http'],
  hono: ['http', 'api', 'server'],
  '@hono/node-server': ['http', 'server'],
  'prom-client': ['metrics'],
  pino: ['lib'],
}

/** Folders that open no file and no socket. */
export const PURE: readonly string[] = ['contract', 'crypto', 'nostr', 'protocol', 'policy']

/** What the console may import of server/, beside contract/: it reads credentials by the server's rules. */
export const SHARED_WITH_CONSOLE: readonly string[] = [
  'server/crypto/curve/page.ts',
  'server/nostr/keys.ts',
  'server/nostr/x-only.ts',
  'server/protocol/keyset.ts',
  'server/protocol/packages.ts',
  'server/protocol/v2/package-text.ts',
]

/** The folders of web/src, lowest first: a folder imports those of its own line and of the lines before it. */
export const CONSOLE: readonly (readonly string[])[] = [
  ['lib', 'texts'],
  ['ui'],
  ['features'],
  ['app'],
]
