import { common } from '../texts/texts.ts'
import { ApiError, contentOf, fromPage, mustRepeat, sessionHeaders } from './api-client.ts'

interface UploadOptions {
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** How much has been sent: from 0 to 1. */
  onProgress(part: number): void
}

interface Answer {
  status: number
  text: string
}

/**
 * Posts a file as it is; once more if its user had to be confirmed first.
 *
 * @throws ApiError as `call` does; what `signal` was aborted with
 */
export async function upload<T>(path: string, file: Blob, options: UploadOptions): Promise<T> {
  const first = await sendFile(path, file, options)
  const isAsked = await mustRepeat(first.status, () => first.text)
  const { status, text } = isAsked ? await sendFile(path, file, options) : first
  return contentOf<T>(status, text)
}

/** Uses XMLHttpRequest, because `fetch` does not report progress. */
function sendFile(path: string, file: Blob, options: UploadOptions): Promise<Answer> {
  const { headers, signal, onProgress } = options
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  request.open('POST', fromPage(path))
  for (const [name, value] of Object.entries({ ...headers, ...sessionHeaders() })) {
    request.setRequestHeader(name, value)
  }
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
  request.upload.onload = () => onProgress(1)
  request.onload = () => resolve({ status: request.status, text: request.responseText })
  request.onerror = () => reject(new ApiError(common.unreachable, null))
  request.onabort = () => reject(signal.reason)
  request.onloadend = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort)
  request.send(file)
  return promise
}
