import type { Scope } from '../../support/scope.ts'

/** By what listens there. */
const ports = new Map<string, number>()
const held = new Set<string>()

/**
 * Starts what a page is opened on at the port of the last of its kind, so that the page finds the origin
 * it knows; on another port when this test already has one of its kind, or something else has taken the
 * port meanwhile.
 *
 * @param start listens on the port that it is given, on a free one for 0
 */
export async function onSamePort<Started extends { port: number }>(
  scope: Scope,
  kind: string,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  if (held.has(kind)) return start(0)
  held.add(kind)
  scope.onTestFinished(() => {
    held.delete(kind)
  })
  const started = await start(ports.get(kind) ?? 0).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return start(0)
  })
  ports.set(kind, started.port)
  return started
}
