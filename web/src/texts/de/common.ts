import type { common as english } from '#contract/texts/common.ts'
import type { Translation } from '#contract/translation.ts'
import { withDative } from './durations.ts'

export const common: Translation<typeof english> = {
  title: 'Floe',
  rootMissing: 'Floe: Das Element #root fehlt, darum lässt sich nichts anzeigen',
  loading: 'Lädt …',

  languages: 'Sprachen',
  toasts: 'Meldungen',

  close: 'Schließen',
  cancel: 'Abbrechen',
  done: 'Erledigt',
  failed: 'Fehlgeschlagen',
  partly: 'Teilweise erledigt',
  undo: 'Rückgängig',
  retry: 'Noch einmal',
  more: 'Mehr zeigen',
  show: (what) => `${what} anzeigen`,
  hide: (what) => `${what} verbergen`,
  about: (subject) => `Hilfe: ${subject}`,

  copy: (what) => `${what} kopieren`,
  copied: 'Kopiert',
  copyFailed: 'Kopieren fehlgeschlagen',
  copyByHand:
    'Dieser Browser lässt Seiten nichts kopieren. Markiere den Text und kopiere ihn von Hand.',

  fileUnreadable: 'Diese Datei lässt sich nicht lesen. Wähle sie noch einmal.',

  unreachable: 'Server nicht erreichbar',
  serverError: (status) => `Unerwartete Antwort vom Server (HTTP ${status})`,
  noAnswer: (seconds) => `Keine Antwort innerhalb von ${seconds} s`,
  networkError: 'Netzwerkfehler. Bitte versuch es noch einmal.',

  justNow: 'gerade eben',
  ago: (duration) => withDative('vor', duration),
}
