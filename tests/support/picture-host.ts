import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { onTestFinished } from 'vitest'

/** Only for this file: made with `openssl req -x509`, for pictures.example and elsewhere.example. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgp2A7Gs2wW4Yo/Y/Z
+Z+aqV+jUm+Hdr4Hf7vXuoiebZChRANCAAS0SiVc5lf522F5IzCJQAng5ahUaGFe
SpjuF6nRtQKfYeAXlKBNSdrKpEcHf0aTFIKjb3SVyjevcQ8AOYec5ooK
-----END PRIVATE KEY-----
`
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvzCCAWWgAwIBAgIUdVz2jIeKwWZT0fcISgUn2EIaj/YwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQcGljdHVyZXMuZXhhbXBsZTAgFw0yNjExMjQxMzMyMzdaGA8y
MTI2MTAzMTEzMzIzN1owGzEZMBcGA1UEAwwQcGljdHVyZXMuZXhhbXBsZTBZMBMG
ByqGSM49AgEGCCqGSM49AwEHA0IABLRKJVzmV/nbYXkjMIlACeDlqFRoYV5KmO4X
qdG1Ap9h4BeUoE1J2sqkRwd/RpMUgqNvdJXKN69xDwA5h5zmigqjgYQwgYEwHQYD
VR0OBBYEFG9DzYqmUP3OEP9+i8IC1E4M6xmSMB8GA1UdIwQYMBaAFG9DzYqmUP3O
EP9+i8IC1E4M6xmSMA8GA1UdEwEB/wQFMAMBAf8wLgYDVR0RBCcwJYIQcGljdHVy
ZXMuZXhhbXBsZYIRZWxzZXdoZXJlLmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAwRQIg
R3hnWTkwC59e65dtNv+k76o3B8dttlNyCtwoAGgN2ygCIQDH6bkAWwD2ATAYZ5F4
jS9eYFFyEvcis61Xh9P+9YdA4g==
-----END CERTIFICATE-----
`

/** A picture of one pixel each. */
export const PICTURES = {
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
} as const

export interface PictureHost {
  /** The URL of a path, under a name that `trust` resolves to this server. */
  url(path: string): string
  /** Requested paths, oldest first. */
  asked: string[]
  /** Bytes sent, counted when each response closes. */
  sent: number
  /** For the caller: resolves every name to this server, and trusts its certificate. */
  trust: { lookup: LookupFunction; ca: string }
}

/** A web server with TLS on loopback, under a name that looks public, until the test ends. */
export async function startPictureHost(
  answer: (path: string, response: ServerResponse, request: IncomingMessage) => void,
): Promise<PictureHost> {
  const asked: string[] = []
  const host = { sent: 0 }
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    response.on('error', () => {})
    response.once('close', () => {
      host.sent += response.socket?.bytesWritten ?? 0
    })
    answer(path, response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `https://pictures.example:${port}${path}`,
    asked,
    get sent() {
      return host.sent
    },
    trust: {
      ca: CERTIFICATE,
      lookup: (_, { all }, done) => {
        if (all) done(null, [{ address: '127.0.0.1', family: 4 }])
        else done(null, '127.0.0.1', 4)
      },
    },
  }
}
