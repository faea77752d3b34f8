import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { RelayFixture, type RelayOptions } from '../../relay-fixture/relay.ts'
import { type FloeSigner, type FloeSignerOptions, startFloeSigner } from './floe-signer.ts'
import { SILENT } from './patient.ts'

/**
 * The test that something is opened for, and with which that ends: Vitest's test context. It is passed as an
 * argument, not taken from the module, so that tests can run side by side.
 */
export interface Scope {
  onTestFinished(end: () => void | Promise<void>): void
  /** Runs after everything given to `onTestFinished`. */
  onTestFailed?(tell: () => void): void
  /** Only in a scope that several tests share: runs after each of them, and can fail that test. */
  onEachFinished?(check: () => void): void
}

/** A folder that is gone when the test ends. */
export function temporaryFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'floe-test-'))
  scope.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A relay that stops when the test ends. */
export async function startRelayFor(
  scope: Scope,
  options: RelayOptions = {},
): Promise<RelayFixture> {
  const relay = await RelayFixture.start(options)
  scope.onTestFinished(() => relay.stop())
  return relay
}

/** A node that hears its relay, sends nothing by itself, and stops when the test ends. */
export async function startPeerFor(
  scope: Scope,
  { timings, ...options }: FloeSignerOptions,
): Promise<FloeSigner> {
  const peer = await startFloeSigner({
    timings: { ...SILENT, drain: 0, ...timings },
    ...options,
  })
  scope.onTestFinished(() => peer.node.stop())
  return peer
}

/**
 * A scope that ends after the last test of the file, or of the describe that it is called in. To be called
 * while tests are collected.
 */
export function fileScope(): Scope {
  const ends: (() => void | Promise<void>)[] = []
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })
  return { onTestFinished: (end) => void ends.push(end) }
}
