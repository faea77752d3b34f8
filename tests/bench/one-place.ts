import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { encrypt, getConversationKey } from 'nostr-tools/nip44'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import type { Asked, By, OnePlace } from './one-place-program.ts'

const PROGRAM = join(import.meta.dirname, 'one-place-program.ts')

/** What opening and answering an app's request takes, measured in a process that has just started. */
export async function measureOnePlace(by: By): Promise<OnePlace> {
  const asked = JSON.stringify(newRequest())
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, by, asked])
  return JSON.parse(stdout)
}

/** Made here, because making one would warm up the process that measures. */
function newRequest(): Asked {
  const [client, signer] = [generateSecretKey(), generateSecretKey()]
  const text = JSON.stringify({ id: '1', method: 'ping', params: [] })
  const content = encrypt(text, getConversationKey(client, getPublicKey(signer)))
  const tags = [['p', getPublicKey(signer)]]
  const event = finalizeEvent({ kind: 24_133, created_at: 0, tags, content }, client)
  return { seckey: Buffer.from(signer).toString('hex'), signer: getPublicKey(signer), event }
}
