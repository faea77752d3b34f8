import type { changes as english } from '#contract/texts/changes.ts'
import type { Translation } from '#contract/translation.ts'

export const changes: Translation<typeof english> = {
  cleared: 'Se borraron las credenciales guardadas desde otro lugar',
  changed: 'Se guardaron otras credenciales desde otro lugar',
}
