import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type TestContext, test } from 'vitest'
import { firstShare, newKeyset } from '../support/api-server.ts'
import { startFloe } from '../support/floe-process.ts'
import { startPeerFor, startRelayFor, temporaryFolder } from '../support/scope.ts'

const ASSEMBLE = join(import.meta.dirname, '../../scripts/image/assemble.ts')

/** The folder that the image has, outside the repository, so that no other package is found. */
function assemble(t: TestContext): string {
  const folder = join(temporaryFolder(t), 'app')
  execFileSync(process.execPath, [ASSEMBLE, folder], { stdio: 'inherit' })
  return folder
}

/** Starts a server from a folder, and expects it to sign with a peer. */
async function signsFrom(t: TestContext, folder: string): Promise<void> {
  const relay = await startRelayFor(t)
  const keyset = newKeyset()
  const relays = [relay.url]
  const floe = await startFloe(t, firstShare(keyset, relays), undefined, folder)
  const share = keyset.shareCredentials[1] ?? ''
  await startPeerFor(t, { group: keyset.groupCredential, share, relays })
  await floe.status(({ nodeActive }) => nodeActive)
  const event = { kind: 1, created_at: 1, tags: [], content: '' }
  const { status, text } = await floe.post('/api/sign', { event })
  expect([status, text]).toEqual([200, expect.stringContaining('"sig"')])
}

test('What the image contains is all that a server needs', async (t) => {
  await signsFrom(t, assemble(t))
})

test('The image’s server starts and signs where the curve has no addon, as on arm64', async (t) => {
  const folder = assemble(t)
  rmSync(join(folder, 'node_modules/secp256k1'), { recursive: true })
  await signsFrom(t, folder)
})
