const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'name look-up failed',
  ETIMEDOUT: 'connection timed out',
  EPROTO: 'TLS handshake failed',
  CERT_HAS_EXPIRED: 'TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS certificate is for another host',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS certificate cannot be verified',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS certificate cannot be verified',
  ERR_PRIVATE_HOST: 'leads into a private network',
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 'relay sent a frame that is too large',
}

/** A socket's error in words that an owner understands; its code if there are none. */
export function describeSocketError(error: unknown): string {
  if (!(error instanceof Error)) return 'connection failed'
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) return WORDS[code] ?? `connection failed (${code})`
  const status = /Unexpected server response: (\d+)/.exec(error.message)?.[1]
  return status === undefined ? 'connection failed' : `relay answered HTTP ${status}`
}
