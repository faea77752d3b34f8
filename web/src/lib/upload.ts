import { common } from '../texts/common.ts'
import { ApiError, sessionHeaders, take } from './api-client.ts'

export interface UploadOptions {
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** How much has been sent: from 0 to 1. */
  onProgress(part: number): void
}

/**
 * Posts a file as it is. Uses XMLHttpRequest, because `fetch` does not report progress.
 *
 * @throws ApiError as `call` does; what `signal` was aborted with
 */
export function upload<T>(path: string, file: Blob, options: UploadOptions): Promise<T> {
  const { headers, signal, onProgress } = options
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  request.open('POST', path)
  for (const [name, value] of Object.entries({ ...headers, ...sessionHeaders() })) {
    request.setRequestHeader(name, value)
  }
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
  request.upload.onload = () => onProgress(1)
  request.onload = () => {
    try {
      resolve(take<T>(request.status, request.responseText))
    } catch (error) {
      reject(error)
    }
  }
  request.onerror = () => reject(new ApiError(common.unreachable, null))
  request.onabort = () => reject(signal.reason)
  request.onloadend = () => signal.removeEventListener('abort', abort)
  signal.addEventListener('abort', abort)
  request.send(file)
  return promise
}
