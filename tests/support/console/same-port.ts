import type { Scope } from '../scope.ts'

/** By what listens there: a kind, and how many of it the test has already. */
const ports = new Map<string, number>()
const held = new Set<string>()

/**
 * Starts what a page is opened on where the last of its kind was, so that the page finds the origin
 * that it knows; the second of its kind in a test where the last second one was. On a port of its own
 * when something else has taken the port meanwhile.
 *
 * @param start listens on the port that it is given, on a free one for 0
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
