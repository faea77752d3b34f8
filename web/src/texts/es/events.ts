import { pluralsOf } from '#contract/plurals.ts'
import type { events as english } from '#contract/texts/events.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const numbers = new Intl.NumberFormat('es')

export const events: Translation<typeof english> = {
  title: 'Registro de eventos',
  entries: 'Entradas del registro de eventos',
  none: 'No hay entradas',
  noneMatch: 'Ninguna entrada coincide con los filtros',
  count: (count) =>
    count === 0
      ? 'Sin eventos'
      : plural(count, { one: '1 evento', other: `${numbers.format(count)} eventos` }),
  shown: (count) => plural(count, { one: '1 visible', other: `${count} visibles` }),
  reconnecting: 'Reconectando…',
  clockSetBack: 'El reloj del servidor se atrasó',
  newestError: (time, message) => `Error a las ${time}: ${message}`,

  clear: 'Vaciar el registro',
  cleared: 'Registro vaciado en esta página',
  serverKeeps: (entries) =>
    `Solo se vació en esta página. El servidor conserva sus ${entries} entradas más recientes: recarga ` +
    'la página para volver a verlas.',

  toggleFilters: 'Mostrar u ocultar filtros',
  filterTitle: 'Filtrar por tipo de evento',
  selectAll: 'Todos',
  clearAll: 'Ninguno',
  closeFilters: 'Cerrar filtros',
  clearFilters: 'Quitar filtros',

  export: 'Exportar el registro',
  exportWhat: (count) =>
    count === 0
      ? 'No se muestra ninguna entrada que guardar'
      : plural(count, {
          one: 'Guardar la entrada que se muestra',
          other: `Guardar las ${count} entradas que se muestran`,
        }),
  closeExport: 'Cerrar la exportación',
  exportAs: { json: 'JSON', ndjson: 'NDJSON, una entrada por línea' },
  exported: (file) => `Se guardó como ${file}`,

  jumpToEnd: 'Ir a lo más reciente',
  unseen: (count) => plural(count, { one: '1 nueva', other: `${count} nuevas` }),
  entryNumber: (id) => `Entrada ${id}`,
  more: (chars) => `(${chars} caracteres más: cópialo para verlos todos)`,
  entry: 'entrada',
  data: 'datos',
}
