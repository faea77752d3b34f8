export interface JsonShape {
  /** Of nested arrays and objects. */
  depth: number
  /** Brackets, braces, colons, commas and escaped quotes: about as many as there are values and names. */
  tokens: number
  /** Bytes outside strings. */
  loose: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a

/** `[` and `{` differ in one bit, as do `]` and `}`. */
const CASE = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * Whether JSON is at most this deep and has at most so many parts, found out before it is parsed: the
 * cost of parsing grows far more with these than with its length. One pass, whose steps these limits
 * bound; a long string is one step, done natively, because an idle signer runs without V8's compilers.
 * What is not JSON gets an answer too, which means nothing then.
 */
export function isWithin(bytes: Buffer, max: JsonShape): boolean {
  let [depth, tokens, loose] = [0, 0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) {
      at = bytes.indexOf(QUOTE, at + 1)
      while (at > 0 && isEscaped(bytes, at)) {
        tokens += 1
        if (tokens > max.tokens) return false
        at = bytes.indexOf(QUOTE, at + 1)
      }
      if (at < 0) return true
      continue
    }
    loose += 1
    if (loose > max.loose) return false
    const folded = byte | CASE
    if (folded === OPENING) depth += 1
    else if (folded === CLOSING) depth -= 1
    else if (byte !== COMMA && byte !== COLON) continue
    tokens += 1
    if (depth > max.depth || tokens > max.tokens) return false
  }
  return true
}

/** Whether it follows an odd number of backslashes. */
function isEscaped(bytes: Buffer, quote: number): boolean {
  let from = quote
  while (bytes[from - 1] === BACKSLASH) from -= 1
  return (quote - from) % 2 === 1
}
