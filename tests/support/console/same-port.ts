import type { Scope } from '../scope.ts'

/** The last port of each place: a kind, and its number among those of its kind in a test. */
const ports = new Map<string, number>()
const held = new Set<string>()

/**
 * Starts a server for a page on the port that the last server of its kind had, so that the page finds the
 * origin that it knows. A test's second server of a kind gets the port of the last second one. If something
 * else has taken the port meanwhile, the server gets a free one.
 *
 * @param start listens on the port that it is given, or on a free one if that is 0
 */
export async function onSamePort<Started extends { port: number }>(
  scope: Scope,
  kind: string,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  let at = 1
  while (held.has(`${kind} ${at}`)) at += 1
  const place = `${kind} ${at}`
  held.add(place)
  scope.onTestFinished(() => {
    held.delete(place)
  })
  const started = await start(ports.get(place) ?? 0).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    return start(0)
  })
  ports.set(place, started.port)
  return started
}
