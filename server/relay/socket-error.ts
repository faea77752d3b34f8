import { relay as texts } from '#contract/relay-messages.ts'

const WORDS: Record<string, string> = {
  ECONNREFUSED: texts.refused,
  ECONNRESET: texts.reset,
  EPIPE: texts.reset,
  EHOSTUNREACH: texts.hostUnreachable,
  ENETUNREACH: texts.networkUnreachable,
  ENOTFOUND: texts.notFound,
  EAI_AGAIN: texts.lookUp,
  ETIMEDOUT: texts.timedOut,
  EPROTO: texts.handshake,
  CERT_HAS_EXPIRED: texts.expired,
  DEPTH_ZERO_SELF_SIGNED_CERT: texts.selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: texts.selfSigned,
  ERR_TLS_CERT_ALTNAME_INVALID: texts.otherHost,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: texts.unverified,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: texts.unverified,
  ERR_PRIVATE_HOST: texts.privateNetwork,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: texts.largeFrame,
}

/** A socket's error in words that an owner understands; its code if there are none. */
export function describeSocketError(error: unknown): string {
  if (!(error instanceof Error)) return texts.failed
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) return WORDS[code] ?? texts.failedBy(code)
  return texts.failed
}
