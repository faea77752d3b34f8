import { pluralsOf } from '#contract/plurals.ts'
import type { notificationsPanel as english } from '#contract/texts/notifications-panel.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const notificationsPanel: Translation<typeof english> = {
  lead:
    'Cuando algo te espera, Floe puede avisarte en el teléfono: publica un aviso breve en una dirección ' +
    'tuya, como un tema de ntfy o un webhook. El aviso dice con palabras quién pide qué, y enlaza a esta ' +
    'consola. No lleva contenido, ni nada que pueda responder por ti.',
  url: 'Dirección',
  urlHint: 'Un webhook o un tema de ntfy. Quien conozca la dirección de un tema puede leerlo.',
  urlPlaceholder: 'https://ntfy.sh/tu-tema',
  token: 'Token de acceso',
  tokenHint: 'Solo si la dirección lo pide.',
  tokenKept: 'Vacío: se conserva el guardado, mientras no cambie la dirección.',
  badUrl: 'Una dirección web, como https://ntfy.sh/tu-tema',
  badToken: 'Caracteres ASCII sin espacios',
  try: 'Probar',
  trying: 'Probando…',
  tried: 'Se entregó. Mira si ha llegado.',
  triedFailed: (reason) => `No se entregó: ${reason}`,
  noReason: 'no se dio un motivo',
  save: 'Guardar',
  saved: 'Los avisos van ahora allí',
  saveFailed: 'No se guardó la dirección',
  remove: 'Quitar',
  removed: 'Los avisos ya no van allí',
  removeFailed: 'No se quitó la dirección',

  none: 'Los avisos todavía no van a ningún lugar.',
  goesTo: (host, withToken) => `Los avisos van a ${host}${withToken ? ', con un token' : ''}.`,
  fromEnvironment: 'Esto viene del entorno (NOTIFY_URL). Lo que guardes aquí tiene preferencia.',
  noneYet: 'Aún no se ha enviado ninguno.',
  lastOk: (when) => `El último se entregó ${when}.`,
  lastFailed: (when, reason) => `El último falló ${when}: ${reason}.`,
  waiting: (count) =>
    plural(count, {
      one: 'Hay 1 pendiente de entrega.',
      other: `Hay ${count} pendientes de entrega.`,
    }),
}
