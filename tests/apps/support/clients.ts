import { MISSING, pagesAlone } from '../../browser/support/chromium.ts'
import { isLong } from '../../support/long.ts'

/** The steps that a client gets wrong with every signer. */
export type Fault = 'getPublicKey' | 'sign' | 'nip44Decrypt' | 'errors' | 'relayRestart'

export interface Client {
  name: string
  /** The file in `clients/`, and its arguments. */
  program: readonly string[]
  /** The links by which it can be paired. */
  links: readonly ('bunker' | 'nostrconnect')[]
  /** Whether it runs in a page of a browser, which its program drives. */
  isInPage?: boolean
  /** Each fault's reason, for readers of this list. */
  faults: Readonly<Partial<Record<Fault, string>>>
}

const both = ['bunker', 'nostrconnect'] as const
const bunker = ['bunker'] as const
const nostrconnect = ['nostrconnect'] as const

/** It connects again, but does not subscribe again. */
const deaf = { relayRestart: 'listens to nothing after its socket has fallen' }
/** From before December 2024, when NIP-46 began to tell the user's key from the signer's. */
const oneKey = 'takes the key that answers for the user’s'

const npm = (
  name: string,
  file: string,
  links: Client['links'],
  faults: Client['faults'] = {},
) => ({
  ...{ name, links, faults },
  program: [`${file}.mjs`, ...(/ (\S+)$/.exec(name) ?? []).slice(1)],
})

/** Every client that Floe is tested with: genuine ones, and two that play clients that are not on npm. */
const clients: readonly Client[] = [
  npm('nostr-tools 2.25.2', 'nostr-tools', both),
  npm('nostr-tools 2.17.0', 'nostr-tools', both),
  npm('nostr-tools 2.10.4', 'nostr-tools-older', bunker, deaf),
  npm('nostr-tools 2.7.2', 'nostr-tools-older', bunker, {
    ...deaf,
    getPublicKey: oneKey,
    sign: oneKey,
    nip44Decrypt: 'asks for nip44_encrypt',
  }),
  npm('NDK 3.0.3', 'ndk', both, deaf),
  npm('NDK 2.10.0', 'ndk-2', bunker, { relayRestart: 'does not connect again' }),
  npm('NDK 2.8.2', 'ndk-2', bunker),
  npm('applesauce 6.2.2', 'applesauce', both),
  npm('welshman 0.8.15', 'welshman', both),
  npm('nostrify 0.54.1', 'nostrify', bunker),
  // Its own links have no secret, so anybody could answer them: Floe rejects such links.
  npm('rust-nostr 0.43.0', 'rust-nostr', bunker),
  npm('Snort 2.1.9', 'snort', both),
  npm('nostr-connect 0.0.7', 'nostr-connect', nostrconnect, {
    relayRestart: 'does not connect again',
    errors: 'takes any answer with a result for a success',
  }),
  npm('snstr 0.6.0', 'snstr', bunker, deaf),
  npm('go-nostr', 'go-nostr', bunker),
  npm('Amethyst', 'amethyst', bunker),
  {
    name: 'nostr-login 1.7.12',
    program: ['nostr-login.mjs', pagesAlone ?? ''],
    links: both,
    isInPage: true,
    faults: { sign: oneKey },
  },
]

/** All clients; without a browser, only those that need none. */
export const clientsHere: readonly Client[] = clients.filter(
  ({ isInPage }) => pagesAlone !== undefined || !isInPage,
)

/** The newest version of each library; in a long run every version. */
export const newestHere: readonly Client[] = isLong
  ? clientsHere
  : clientsHere.filter(
      ({ name }, at) => clientsHere.findIndex((one) => isSame(one.name, name)) === at,
    )

function isSame(one: string, other: string): boolean {
  return one.split(' ')[0] === other.split(' ')[0]
}

if (pagesAlone === undefined) {
  if (process.env['CI'] === 'true') throw new Error(MISSING)
  console.warn(`${MISSING}. Skipped: clients in a page`)
}
