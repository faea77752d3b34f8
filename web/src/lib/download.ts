/** Milliseconds that a browser has to start on a file before its content is released. */
const BEGUN = 1_000

/** Gives the browser a text file to save. `type`: its media type. */
export function download(name: string, content: string, type = 'text/plain'): void {
  downloadBlob(name, new Blob([content], { type: `${type};charset=utf-8` }))
}

/** Gives the browser a file with any content to save. */
export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), BEGUN)
}
