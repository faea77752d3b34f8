// Measures the CPU of opening and answering an app's request with both keys in one place, by Floe's code or
// by nostr-tools. Prints it for the first request of this process, and for later ones when it is warm.
import type { EventTemplate, NostrEvent } from '#contract/nostr.ts'

export type By = 'Floe' | 'nostr-tools'

export interface Asked {
  event: NostrEvent
  /** The signer's private key, hex. */
  seckey: string
  signer: string
}

/** Milliseconds of CPU a request, all threads together. */
export interface OnePlace {
  first: number
  warm: number
}

interface Tools {
  isSound(event: NostrEvent): boolean
  /** Between the two keys. */
  open(content: string): string | undefined
  seal(text: string): string
  sign(template: EventTemplate): unknown
}

const WARM_UP = 300
const COUNT = 300

/** Each loads nothing of the other's. */
const TOOLS: Record<By, () => Promise<(asked: Asked) => Tools>> = {
  Floe: async () => {
    const { createAnswerKey } = await import('#nip46/message.ts')
    const { eventId, verifySignature } = await import('#nostr/event.ts')
    return ({ event: { pubkey }, seckey, signer }) => {
      const key = createAnswerKey(seckey, signer, pubkey)
      return {
        isSound: (event) =>
          eventId(event) === event.id && verifySignature(event.sig, event.id, event.pubkey),
        open: (content) => key.decrypt(content)?.text,
        seal: (text) => key.encrypt(text, 'nip44'),
        sign: key.sign,
      }
    }
  },
  'nostr-tools': async () => {
    const { decrypt, encrypt, getConversationKey } = await import('nostr-tools/nip44')
    const { finalizeEvent, verifyEvent } = await import('nostr-tools/pure')
    return ({ event: { pubkey }, seckey }) => {
      const secret = Buffer.from(seckey, 'hex')
      const key = getConversationKey(secret, pubkey)
      return {
        // A copy: the library marks an object that it has verified.
        isSound: (event) => verifyEvent({ ...event }),
        open: (content) => decrypt(content, key),
        seal: (text) => encrypt(text, key),
        sign: (template) => finalizeEvent(template, secret),
      }
    }
  },
}

function answer(tools: Tools, { event }: Asked): void {
  const text = tools.isSound(event) ? tools.open(event.content) : undefined
  if (text === undefined) throw new Error('a request that could not be opened')
  const { id } = JSON.parse(text) as { id: string }
  const content = tools.seal(JSON.stringify({ id, result: 'pong' }))
  tools.sign({
    kind: event.kind,
    created_at: event.created_at,
    tags: [['p', event.pubkey]],
    content,
  })
}

function cpuOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

async function measure(by: By, asked: Asked): Promise<OnePlace> {
  const toolsFor = await TOOLS[by]()
  const first = cpuOf(() => answer(toolsFor(asked), asked))
  const tools = toolsFor(asked)
  const many = (count: number) => {
    for (let n = 0; n < count; n += 1) answer(tools, asked)
  }
  many(WARM_UP)
  return { first, warm: cpuOf(() => many(COUNT)) / COUNT }
}

const [by, asked = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await measure(by as By, JSON.parse(asked))))
