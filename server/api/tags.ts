import type { Tag } from '#http/openapi.ts'
import type { RouteTable } from '#http/router.ts'

/** The groups of calls in the API's description, in the order in which they are shown. */
export const tags = [
  { name: 'Signing', description: 'Use the key: sign, encrypt, decrypt.' },
  {
    name: 'Status',
    description: 'Whether the signer can sign, and what happens: for people and for monitoring.',
  },
  { name: 'Questions', description: 'What waits for an answer of the owner, and the answers.' },
  {
    name: 'Rules',
    description: 'What may be done with the key, and by whom. Stopping every use of it.',
  },
  { name: 'Apps', description: 'Apps that use the key over relays (NIP-46).' },
  {
    name: 'Devices',
    description: 'The peers: the devices that hold the other shares, and what each may do.',
  },
  { name: 'Identity', description: 'The key and its shares: make, join, recover, hand out.' },
  { name: 'Settings', description: 'Credentials, relays, notifications.' },
  { name: 'Access', description: 'Login, sessions, API keys.' },
  { name: 'Records', description: 'Audit, back-ups, import.' },
  { name: 'Server', description: 'Version, a report for support, and this description.' },
  {
    name: 'igloo-server',
    description: 'Calls of igloo-server, for programs that were written for it.',
  },
] as const satisfies readonly Tag[]

/** Puts calls into a group of the description. */
export const tagged = <Routes extends RouteTable<never>>(
  tag: (typeof tags)[number]['name'],
  routes: Routes,
): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, { ...route, tag }]),
  ) as unknown as Routes
