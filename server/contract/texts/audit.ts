/** The audit: who did what. */
export const audit = {
  lead: 'Who did what, newest first. Signatures are in it too.',
  empty: 'Nothing has been written down yet.',
  failed: 'The audit could not be loaded',
  refresh: 'Look for newer entries',
  more: 'Show more',
  loadingMore: 'Loading...',
  noMore: 'This is the oldest entry.',
  export: 'Export all',
  exportHint: 'One JSON object a line (NDJSON), oldest first',

  /** By the `action` of an entry; one that is missing here is shown as it is. */
  actions: {
    login: 'Sign-in',
    logout: 'Logout',
    'password.set': 'Change of username and password',
    'session.end': 'End of a session',
    'api-key.create': 'New API key',
    'api-key.revoke': 'Revocation of an API key',
    'env.save': 'Change of settings',
    'env.delete': 'Deletion of settings',
    'share.save': 'New share record',
    keyset: 'New keyset',
    recover: 'Recovery of the secret key',
    backup: 'Download of a back-up',
    restore: 'Restore of a back-up',
    'policy.set': 'Change of what a peer may do',
    'policy.delete': 'Return of a peer to the default policy',
    sign: 'Signature by the API',
    'nip44.encrypt': 'Encryption by the API (NIP-44)',
    'nip44.decrypt': 'Decryption by the API (NIP-44)',
    'nip04.encrypt': 'Encryption by the API (NIP-04)',
    'nip04.decrypt': 'Decryption by the API (NIP-04)',
    'signature.given': 'Signature for a peer',
    'signature.asked': 'Signature asked of peers',
    'audit.gap': 'Entries that could not be written',
  } as Readonly<Record<string, string>>,

  outcomes: {
    ok: 'Done',
    refused: 'Refused',
    failed: 'Failed',
    lost: 'Lost',
  } as Readonly<Record<string, string>>,

  actors: {
    self: 'This signer',
    open: 'Somebody, without a login',
    unknown: 'Somebody unknown',
    apiKey: (name: string) => `API key '${name}'`,
    peer: (key: string) => `Peer ${key}`,
  },
} as const
