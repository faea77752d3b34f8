import type { ListenConfig } from '#config/listen.ts'

/**
 * The console's address with a sign-in token: in the fragment, which no server and no log sees.
 *
 * @param port that the server listens on
 */
export function signInUrl(
  { host, publishedPort, basePath }: Pick<ListenConfig, 'host' | 'publishedPort' | 'basePath'>,
  port: number,
  token: string,
): string {
  const isAnywhere = host === '0.0.0.0' || host === '::'
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${isAnywhere ? 'localhost' : name}:${publishedPort ?? port}${basePath}/#token=${token}`
}
