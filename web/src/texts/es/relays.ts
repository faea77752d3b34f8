import { pluralsOf } from '#contract/plurals.ts'
import type { relays as english } from '#contract/texts/relays.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const relays: Translation<typeof english> = {
  title: 'URL de los relays',
  add: 'Añadir',
  addPlaceholder: 'Añadir URL de un relay',
  remove: (url) => `Quitar ${url}`,
  lastOne: 'Tiene que quedar al menos un relay',
  added: (url) => `Se añadió ${url}`,
  removed: (url) => `Se quitó ${url}`,
  already: (url) => `${url} ya está en la lista`,
  saveFailed: 'No se guardaron los relays',
  defaults:
    'No hay relays guardados, así que el firmante usa sus relays predeterminados. Si cambias algo, se guarda la lista.',
  count: (heard, total) =>
    heard === total ? `${heard} con señal` : `${heard} de ${total} con señal`,
  heard: (duration, reconnects) =>
    `con señal desde hace ${duration}${
      reconnects === 0
        ? ''
        : plural(reconnects, {
            one: ', reconectado una vez',
            other: `, reconectado ${reconnects} veces`,
          })
    }`,
  refused: (reason) => `último rechazo: ${reason}`,
  slowDown: (duration, reason) =>
    `hace ${duration} nos pidió ir más despacio, y se le envía menos: ${reason}`,
  notHeard: 'conectado, aún sin señal',
  deaf: (reason) => `conectado, sin señal: ${reason}`,
  connecting: 'conectando',
  lost: 'sin conexión',
  retryIn: (seconds) => `nuevo intento en ${seconds} s`,
  retryNow: 'intentándolo de nuevo',
  closed: 'cerrado',
  unused: 'sin conexión mientras el firmante está detenido',
  words: {
    ok: 'Con señal',
    wait: 'En espera',
    warn: 'Rechaza',
    bad: 'Sin señal',
    unknown: 'Desconocido',
  },
  none: 'No hay relays configurados',
}
