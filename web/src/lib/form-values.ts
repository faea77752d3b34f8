/**
 * What a form's field holds as it is sent. A password manager may have filled it in without telling the
 * page, which then knows nothing of it.
 */
export function filledIn(form: HTMLFormElement, name: string): string {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement ? field.value : ''
}
