/**
 * A body as it comes. Where its sender leaves in the middle, that is no failure of ours.
 *
 * @param cutOff what is thrown then
 */
export async function* uploadOf(
  body: ReadableStream<Uint8Array> | null,
  cutOff: Error,
): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body.values({ preventCancel: true })
  } catch {
    throw cutOff
  }
}

/**
 * Headers hold only Latin-1, but a passphrase may hold anything. Text that is not encoded is taken
 * as it is.
 */
export function decodedHeader(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
