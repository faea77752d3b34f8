import { pluralsOf } from '#contract/plurals.ts'
import type { notificationsPanel as english } from '#contract/texts/notifications-panel.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('de')

export const notificationsPanel: Translation<typeof english> = {
  lead:
    'Wenn etwas auf dich wartet, kann Floe es dir aufs Handy melden: Es schickt eine kurze Benachrichtigung ' +
    'an eine Adresse von dir, etwa ein Topic von ntfy oder einen Webhook. Sie sagt in Worten, wer worum ' +
    'bittet, und verweist auf diese Konsole. Inhalte enthält sie nicht, und auch nichts, womit man für dich ' +
    'antworten könnte.',
  url: 'Adresse',
  urlHint:
    'Ein Webhook oder ein Topic von ntfy. Wer die Adresse eines Topics kennt, kann mitlesen.',
  urlPlaceholder: 'https://ntfy.sh/dein-topic',
  token: 'Zugriffstoken',
  tokenHint: 'Nur wenn die Adresse einen verlangt.',
  tokenKept: 'Leer: Der gespeicherte bleibt, solange die Adresse dieselbe ist.',
  badUrl: 'Eine Webadresse, etwa https://ntfy.sh/dein-topic',
  badToken: 'ASCII-Zeichen ohne Leerzeichen',
  try: 'Ausprobieren',
  trying: 'Wird probiert …',
  tried: 'Zugestellt. Sieh nach, ob sie angekommen ist.',
  triedFailed: (reason) => `Nicht zugestellt: ${reason}`,
  noReason: 'kein Grund angegeben',
  save: 'Speichern',
  saved: 'Benachrichtigungen gehen jetzt dorthin',
  saveFailed: 'Die Adresse wurde nicht gespeichert',
  remove: 'Entfernen',
  removed: 'Benachrichtigungen gehen nicht mehr dorthin',
  removeFailed: 'Die Adresse wurde nicht entfernt',

  none: 'Benachrichtigungen gehen noch nirgendwohin.',
  goesTo: (host, withToken) =>
    `Benachrichtigungen gehen an ${host}${withToken ? ', mit einem Token' : ''}.`,
  fromEnvironment: 'Das kommt aus der Umgebung (NOTIFY_URL). Was du hier speicherst, hat Vorrang.',
  noneYet: 'Noch wurde keine verschickt.',
  lastOk: (when) => `Die letzte wurde ${when} zugestellt.`,
  lastFailed: (when, reason) => `Die letzte schlug ${when} fehl: ${reason}.`,
  waiting: (count) =>
    plural(count, {
      one: '1 wartet auf Zustellung.',
      other: `${count} warten auf Zustellung.`,
    }),
}
