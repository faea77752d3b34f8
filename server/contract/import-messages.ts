/** Messages for an owner who moves in from igloo-server: what is wrong, and what to do. */
export const imports = {
  // Why nothing was imported
  nothing: (path: string) =>
    `There is no igloo-server in ${path}: give its folder, its igloo.db, or its .env`,
  unreadable: (path: string, code: string) =>
    `${path} can't be read (${code}): give this user the right to read it`,
  notIgloo: (what: string) =>
    `This is not igloo-server's database (${what}): give its igloo.db, or its .env`,
  neither: "This is neither igloo-server's igloo.db nor its .env",
  damaged: (reason: string) =>
    `igloo-server's database is damaged (${reason}). Nothing was imported: give another copy of it, with the igloo.db-wal or igloo.db-journal that lies beside it`,
  newer: (step: string) =>
    `A newer igloo-server has written this database (${step}). Nothing was imported: update Floe`,
  running: (how: string) =>
    `igloo-server is still running (${how}). Stop it first, for good: two signers on one share harm each other. Nothing was imported`,
  isOpen: (pid: string) => `process ${pid} has its database open`,
  answers: (address: string) => `it answers at ${address}`,
  changes: 'its files change while they are read',
  taken:
    'Floe has a keyset already, and holds one only. Nothing was imported: clear its credentials first (Back to Configure, Clear Credentials; or take them out of the environment), or import into another Floe',
  noUsers: 'Nobody has an account in this database: there is nothing to import',
  whichUser: (names: readonly string[]) =>
    `Several people have a share here (${names.join(', ')}), and Floe holds one only: say whose, and give their password`,
  userUnknown: (name: string, names: readonly string[]) =>
    `Nobody is called ${name} here: there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`,
  noShare: (name: string) => `${name} has no share in igloo-server: there is nothing to import`,
  noShareInEnvironment:
    'There is no SHARE_CRED with a GROUP_CRED in this .env: where people sign in with a name, they are in igloo.db',
  passwordNeeded:
    'The password in igloo-server is needed: it opens the share. Give --password-file, or a terminal to ask on',
  passwordWrong: (name: string) =>
    `The password does not open the share of ${name}: it is wrong, or the database is damaged`,
  credentials: (reason: string) => `igloo-server's credentials can't be used: ${reason}`,
  tooLarge: (megabytes: number) =>
    `The file is larger than ${megabytes} MiB. Import it with the command: floe import igloo PATH`,
  cutOff: 'The file did not arrive complete. Nothing was imported',
  changed: 'Floe was changed while this was prepared. Nothing was imported: try again',
  busy: 'Another import is under way, try again shortly',
  besideTooLong: 'beside: is more than there is',

  // What comes over
  share: (index: number, threshold: number, members: number, name?: string) =>
    `Share ${index} of the keyset${name === undefined ? '' : ` “${name}”`}, ${threshold} of ${members}`,
  relays: (urls: readonly string[]) => `Relays: ${urls.join(', ')}`,
  usualRelay: (url: string) => `Relay: ${url}, which igloo-server uses where none is set`,
  peerName: (key: string, name: string) => `Peer ${key}: called “${name}”`,
  peerDenied: (key: string, what: string) => `Peer ${key}: ${what}`,
  notAsked: 'this signer does not ask it',
  notAnswered: 'this signer does not answer it',
  neitherWay: 'this signer neither asks nor answers it',
  login: (name: string) => `The login of ${name}, with the same password`,
  apiKey: (name: string, scope: string) =>
    `API key “${name}”, which goes on working: scope ${scope}`,
  app: (name: string, allowed: string) => `App “${name}”, which stays connected: ${allowed}`,
  asksAll: 'you are asked about all that it wants',
  without: (wishes: readonly string[]) => `without asking: ${wishes.join(', ')}`,

  // What does not
  staysOwner: (name: string, own: string) =>
    `The login of ${name}: you sign in here as ${own}, as before`,
  staysLogin: (name: string, reason: string) => `The login of ${name}: ${reason}`,
  loginAtEnd: 'Sessions: everybody signs in again',
  notMember: (key: string) => `What is set for ${key}: it is no peer of this keyset`,
  note: (key: string, note: string) => `The note on peer ${key}, “${note}”: there are names only`,
  revoked: (count: number) =>
    count === 1 ? 'An API key that is revoked' : `${count} API keys that are revoked`,
  othersKeys: (count: number) =>
    count === 1
      ? 'An API key that was made for somebody else'
      : `${count} API keys that were made for somebody else`,
  keyThere: (name: string) => `API key “${name}”: it is here already`,
  keyUnfit: (name: string) => `API key “${name}”: what is kept of it is damaged`,
  keysFull: (name: string, max: number) => `API key “${name}”: ${max} is the most`,
  keyExample: "API_KEY: it is igloo-server's example, which everybody knows: make a new one",
  keyShort: (min: number) =>
    `API_KEY: anybody could guess it: make one of at least ${min} characters`,
  passExample:
    "The login of BASIC_AUTH_USER: its password is igloo-server's example, which everybody knows",
  appThere: (name: string) => `App “${name}”: it is here already`,
  appUnfit: (name: string) => `App “${name}”: its key is damaged, so it has to be paired again`,
  appRelays: (name: string) =>
    `App “${name}”: none of its relays can be used, so it has to be paired again`,
  appsFull: (name: string, max: number) => `App “${name}”: ${max} is the most`,
  appRights: (name: string, reason: string) =>
    `What app “${name}” may do without asking: ${reason}`,
  noTransport: (count: number) =>
    `${count === 1 ? 'An app' : `${count} apps`}: the key that answers them is missing, so they have to be paired again`,
  appsRevoked: (count: number) =>
    count === 1 ? 'An app that is revoked' : `${count} apps that are revoked`,
  logins: (name: string) =>
    `That app “${name}” logs in without asking: such consent is not given for ever here, so you are asked`,
  waiting: (count: number) =>
    count === 1
      ? 'A request of an app that waits for you: the app asks again'
      : `${count} requests of apps that wait for you: the apps ask again`,
  others: (names: readonly string[]) =>
    `What other people have here (${names.join(', ')}): each needs a Floe of their own`,
  environment: (names: readonly string[]) =>
    `Settings of the environment, which are Floe's environment here: ${names.join(', ')}`,
  unreadablePolicies: 'What is set for peers: it is damaged',

  // What to mind
  stopFirst: 'Stop igloo-server first, for good: two signers on one share harm each other',
  writtenLately: (seconds: number) =>
    `Its database was written ${seconds} seconds ago: is igloo-server stopped?`,
} as const
