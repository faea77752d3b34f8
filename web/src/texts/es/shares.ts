import { pluralsOf } from '#contract/plurals.ts'
import type { shares as english } from '#contract/texts/shares.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const shares: Translation<typeof english> = {
  keep: 'Guardar una copia en este navegador',
  why:
    'Así la pestaña Recuperar se rellena sola, pero este navegador guarda los diez últimos pares de parte y ' +
    'credencial de grupo, sin cifrar, hasta que cierres la sesión o esta termine.',
  stay: 'También después de cerrar la sesión, para quien use este navegador entonces',
  keptHere: {
    untilSignOut: 'Este navegador guarda una copia hasta que cierres la sesión.',
    stays: 'Este navegador guarda una copia, también después de cerrar la sesión.',
  },
  notKeptHere: 'Este navegador no guarda ninguna copia.',
  change: 'Cambiar',
  changeLabel: 'Cambiar si este navegador guarda una copia',
  kept: (count) =>
    plural(count, { one: '1 registro guardado', other: `${count} registros guardados` }),
  notKept: 'Este navegador no pudo guardar una copia de la parte',
  notKeptNext: 'Su almacenamiento está lleno o desactivado. Al firmante mismo no le afecta.',

  removeTitle: (count) =>
    plural(count, {
      one: '¿Quitar el registro guardado?',
      other: `¿Quitar los ${count} registros guardados?`,
    }),
  removeText:
    'Este navegador olvida las partes que guarda, y no guarda más. Si esta es la única copia de una ' +
    'parte, esa parte se pierde.',
  remove: 'Quitar y desactivar',
  removed: 'Este navegador ya no guarda registros de partes',

  alsoRemove: (count) =>
    plural(count, {
      one: 'Quitar también el registro de parte que guarda este navegador',
      other: `Quitar también los ${count} registros de partes que guarda este navegador`,
    }),

  savedHere: 'Registros de partes guardados en este servidor',
  savedHereWhy:
    'Cada uno es una parte con su grupo, cifrada en la carpeta de datos, aparte de lo que usa el ' +
    'firmante.',
  unnamed: 'Sin nombre',
  deleteRecord: (name) => `Eliminar el registro de parte “${name}”`,
  deleteTitle: (name) => `¿Eliminar el registro de parte “${name}”?`,
  deleteText:
    'La parte y el grupo de este registro se eliminan de este servidor para siempre. Si ningún ' +
    'dispositivo ni ninguna copia de seguridad tiene esa parte, se pierde. Lo que usa el firmante queda ' +
    'como está.',
  deleteForGood: 'Eliminar para siempre',
  deleting: 'Eliminando…',
  deleted: 'Se eliminó el registro de parte',
  notDeleted: 'No se pudo eliminar el registro de parte',
  alsoDelete: (count) =>
    plural(count, {
      one: 'Eliminar también el registro de parte guardado en este servidor',
      other: `Eliminar también los ${count} registros de partes guardados en este servidor`,
    }),
}
