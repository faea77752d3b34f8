/**
 * Copies a text. Browsers hide `navigator.clipboard` on plain HTTP in a home network; there the
 * text is selected in a field of its own, inside the open dialog if there is one, because a dialog
 * lets nothing outside it have focus.
 *
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard !== undefined) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused by the browser's settings: the old way may still work.
    }
  }
  return copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const holder = focused?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.className = 'fixed top-0 left-0 opacity-0'
  holder.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.value = ''
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
