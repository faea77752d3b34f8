import { parse as parseCookies } from 'hono/utils/cookie'
import { describe, expect, test } from 'vitest'
import { readAuthorization } from '#auth/authenticator.ts'
import { clientAddress, parseTrustedProxies } from '#auth/client-address.ts'
import { ConfigError, readConfig } from '#config/read-config.ts'
import {
  normaliseRelayUrl,
  parseRelaysSetting,
  usableRelays,
  validateRelayList,
  validateRelaySettings,
} from '#contract/relay-url.ts'
import { foreignRequest, isAllowedHost, ownOrigin } from '#http/origin.ts'
import { decodeNostrKey, parseSecretKey, validateHexKey, validateNsec } from '#nostr/keys.ts'
import { parseXOnly } from '#nostr/x-only.ts'
import { parseJson } from '#protocol/fields.ts'
import { validateCombined } from '#protocol/keyset.ts'
import { packageProtocol, parsePackage } from '#protocol/v2/package-text.ts'
import { parseRelayFrame, relayText } from '#relay/frames.ts'
import { describeSocketError } from '#relay/socket.ts'
import { slowTexts } from '../support/hostile-texts.ts'
import { reader } from '../support/keyset-reader.ts'

const RULES = { allowedOrigins: ['https://floe.example'], checkHost: true }
const TRUSTED = parseTrustedProxies('10.0.0.0/8').proxies

function configOf(text: string) {
  const names = [
    'RELAYS',
    'PEER_POLICIES',
    'ALLOWED_ORIGINS',
    'HOST_NAME',
    'SESSION_TIMEOUT',
    'API_KEY',
  ]
  try {
    return readConfig(Object.fromEntries(names.map((name) => [name, text])), false)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

/** What reads text that others write, checked before only for the size of a request. */
const READERS: Record<string, (text: string) => unknown> = {
  'a relay URL': normaliseRelayUrl,
  'a list of relays': (text) => validateRelayList([text, text]),
  'the relays of a credential': (text) => validateRelaySettings([text]),
  'the relays of a package': (text) => usableRelays([text]),
  'a RELAYS setting': (text) => validateRelayList(parseRelaysSetting(text)),
  'a group': reader.readGroup,
  'a share': reader.readShare,
  'a pair in one': validateCombined,
  'an nsec': validateNsec,
  'a key in hex': validateHexKey,
  'a key of any form': decodeNostrKey,
  'a secret key': parseSecretKey,
  'a public key': parseXOnly,
  'the kind of a package': packageProtocol,
  'a package': parsePackage,
  'an Authorization header': readAuthorization,
  cookies: parseCookies,
  'an Origin header': (text) =>
    foreignRequest(
      {
        ...{ method: 'POST', host: 'floe.local', origin: text, site: undefined },
        own: () => ownOrigin({ host: 'floe.local', 'x-forwarded-proto': text }, {}),
      },
      RULES,
    ),
  'a Host header': (text) => isAllowedHost(text, RULES),
  'an X-Forwarded-For header': (text) =>
    clientAddress({ remoteAddress: '10.0.0.1', forwardedFor: text, trustedProxies: TRUSTED }),
  'an environment': (text) => configOf(text),
  "JSON of a peer's": parseJson,
  "a relay's words": relayText,
  "a relay's frame": (text) => parseRelayFrame(Buffer.from(text)),
  "a socket's error": (text) => describeSocketError(new Error(text)),
}

describe('malicious text is read in a time that grows only with its length:', () => {
  test.each(Object.entries(READERS))('%s', (_, read) => {
    expect(slowTexts(read)).toEqual([])
  })
})
