import { pluralsOf } from '#contract/plurals.ts'
import type { events as english } from '#contract/texts/events.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')
const numbers = new Intl.NumberFormat('de')

export const events: Translation<typeof english> = {
  title: 'Ereignisse',
  entries: 'Einträge der Ereignisliste',
  none: 'Noch keine Einträge',
  noneMatch: 'Kein Eintrag passt zu den Filtern',
  count: (count) =>
    count === 0
      ? 'Keine'
      : plural(count, { one: '1 Ereignis', other: `${numbers.format(count)} Ereignisse` }),
  shown: (count) => `${count} angezeigt`,
  reconnecting: 'Verbindet neu …',
  clockSetBack: 'Die Uhr des Servers wurde zurückgestellt',
  newestError: (time, message) => `Fehler um ${time}: ${message}`,

  clear: 'Einträge leeren',
  cleared: 'Einträge auf dieser Seite geleert',
  serverKeeps: (entries) =>
    `Nur auf dieser Seite geleert. Der Server behält seine neuesten ${entries} Einträge: Lade die Seite neu, um sie wieder zu sehen.`,

  toggleFilters: 'Filter ein- und ausblenden',
  filterTitle: 'Nach Ereignisart filtern',
  selectAll: 'Alle wählen',
  clearAll: 'Alle abwählen',
  closeFilters: 'Filter schließen',
  clearFilters: 'Filter aufheben',

  export: 'Einträge exportieren',
  exportWhat: (count) =>
    count === 0
      ? 'Kein Eintrag wird angezeigt, der sich speichern ließe'
      : plural(count, {
          one: 'Den angezeigten Eintrag speichern',
          other: `Die ${count} angezeigten Einträge speichern`,
        }),
  closeExport: 'Export schließen',
  exportAs: { json: 'JSON', ndjson: 'NDJSON, ein Eintrag pro Zeile' },
  exported: (file) => `Gespeichert als ${file}`,

  jumpToEnd: 'Zum Neuesten springen',
  unseen: (count) => plural(count, { one: '1 neuer', other: `${count} neue` }),
  entryNumber: (id) => `Eintrag ${id}`,
  more: (chars) => `(${chars} weitere Zeichen: Kopiere den Eintrag, um alle zu sehen)`,
  entry: 'Eintrag',
  data: 'Daten',
}
