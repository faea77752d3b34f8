/**
 * Decodes a text file: UTF-8, or UTF-16 with a byte order mark, as Windows' Notepad and PowerShell write it.
 *
 * @returns null if it is no text
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
