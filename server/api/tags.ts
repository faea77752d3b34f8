import type { Tag } from '#http/openapi.ts'
import type { RouteTable } from '#http/router.ts'

/** The groups of calls in the API's description, in the order in which they are shown. */
export const tags = [
  { name: 'Signing', description: 'Use the key: sign, encrypt, decrypt.' },
  {
    name: 'Status',
    description: 'Whether it signs, and what happens: for people and for monitoring.',
  },
  { name: 'Questions', description: 'What waits for the owner, and their answers.' },
  { name: 'Rules', description: 'What may be done with the key, and the stop of everything.' },
  { name: 'Apps', description: 'NIP-46: apps that use the key from elsewhere.' },
  { name: 'Devices', description: 'The other devices, and what each may do.' },
  { name: 'Identity', description: 'The key and its shares: make, join, recover, hand out.' },
  { name: 'Settings', description: 'Credentials, relays, notifications.' },
  { name: 'Access', description: 'Login, sessions, API keys.' },
  { name: 'Records', description: 'Audit, back-ups, import.' },
  { name: 'Server', description: 'Version, and this description.' },
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
