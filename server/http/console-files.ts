import { join, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import type { Env } from './route.ts'

/** A file whose name holds a hash of its content never changes; a year is the longest allowed. */
const FOREVER = 'public, max-age=31536000, immutable'
/** An old page would ask for files that an update has removed. */
const REVALIDATE = 'no-cache'
const AN_HOUR = 'public, max-age=3600'

/**
 * The files of the built console, with how long a browser may keep each. If the build put a `.br`
 * or `.gz` beside a file, a browser that accepts it gets that.
 *
 * @param folder where they are: names with a hash in `assets`
 */
export function consoleFiles(folder: string): MiddlewareHandler<Env> {
  const assets = join(folder, 'assets') + sep
  const page = join(folder, 'index.html')
  return serveStatic<Env>({
    root: folder,
    precompressed: true,
    onFound: (path, request) => {
      const lifetime = path.startsWith(assets)
        ? FOREVER
        : path.startsWith(page)
          ? REVALIDATE
          : AN_HOUR
      request.header('Cache-Control', lifetime)
      request.header('Vary', 'Accept-Encoding')
    },
  })
}
