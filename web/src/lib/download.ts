/** Milliseconds that a browser gets to begin with a file before its content is let go. */
const BEGUN = 1_000

/** Hands the browser a file of text to save. `type`: its media type. */
export function download(name: string, content: string, type = 'text/plain'): void {
  downloadBlob(name, new Blob([content], { type: `${type};charset=utf-8` }))
}

/** The same for a file of anything. */
export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), BEGUN)
}
