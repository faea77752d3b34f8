/**
 * What the bytes of a file are as text: UTF-8, or UTF-16 where a byte order mark says so, as Windows'
 * Notepad and PowerShell write it. Null: it is no text.
 */
export function decodeText(bytes: Buffer): { text: string; isUtf16: boolean } | null {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    // The decoder drops the mark.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : { text, isUtf16: encoding !== 'utf-8' }
  } catch {
    return null
  }
}
