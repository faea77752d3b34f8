import { nsecEncode } from 'nostr-tools/nip19'

/** A credential as text, or a key as bytes; by the name it is reported under. */
export type Secrets = Readonly<Record<string, string | Uint8Array>>

/** Where to look, by the name a finding is reported under. Bytes are read as Latin-1. */
export type Places = Readonly<Record<string, string | Uint8Array>>

/** Part of a secret as it may be written down. */
export interface Form {
  secret: string
  form: string
  text: string
}

/** Characters. Any stretch of a secret that is at least twice as long is found, wherever it begins. */
const PIECE = 16

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

function piecesOf(text: string): string[] {
  const count = Math.floor(text.length / PIECE)
  return Array.from({ length: count }, (_, n) => text.slice(n * PIECE, (n + 1) * PIECE))
}

/** Base64 of some bytes looks different for each of the three offsets they may begin at. */
function base64Of(bytes: Uint8Array, encoding: 'base64' | 'base64url'): string[] {
  return [0, 1, 2].map((skipped) => {
    const rest = bytes.subarray(skipped)
    const whole = rest.subarray(0, rest.length - (rest.length % 3))
    return Buffer.from(whole).toString(encoding)
  })
}

type Written = [form: string, text: string]

/** The credential after its prefix, which is no secret. */
function formsOfCredential(credential: string): Written[] {
  const text = credential.slice(credential.indexOf('1') + 1)
  return [
    ['text', text],
    ['capitals', text.toUpperCase()],
  ]
}

function formsOfKey(key: Uint8Array): Written[] {
  const hex = Buffer.from(key).toString('hex')
  const numbers = [...key]
  return [
    ['hex', hex],
    ['capital hex', hex.toUpperCase()],
    ...base64Of(key, 'base64').map((text): Written => ['base64', text]),
    ...base64Of(key, 'base64url').map((text): Written => ['base64url', text]),
    ['raw bytes', latin1(key)],
    ['list of numbers', numbers.join(',')],
    ['object of numbers', numbers.map((byte, at) => `"${at}":${byte}`).join(',')],
    ...(key.length === 32 ? [['nsec', nsecEncode(key).slice('nsec1'.length)] as Written] : []),
  ]
}

/** Every form in which a part of the secrets may be written down. */
export function formsOf(secrets: Secrets): Form[] {
  return Object.entries(secrets).flatMap(([secret, value]) => {
    const written = typeof value === 'string' ? formsOfCredential(value) : formsOfKey(value)
    return written.flatMap(([form, whole]) =>
      piecesOf(whole).map((text) => ({ secret, form, text })),
    )
  })
}

/** The findings, each once, like 'share as hex in log'. */
export function findSecrets(forms: readonly Form[], places: Places): string[] {
  const byText = Map.groupBy(forms, ({ text }) => text)
  const found = new Set<string>()
  for (const [place, content] of Object.entries(places)) {
    const text = typeof content === 'string' ? content : latin1(content)
    // There are thousands of forms, all of one length: each stretch of the text is looked up in the map.
    for (let at = 0; at + PIECE <= text.length; at += 1) {
      for (const { secret, form } of byText.get(text.slice(at, at + PIECE)) ?? []) {
        found.add(`${secret} as ${form} in ${place}`)
      }
    }
  }
  return [...found]
}
