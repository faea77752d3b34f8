import { pluralsOf } from '#contract/plurals.ts'
import type { history as english } from '#contract/texts/history.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const numbers = new Intl.NumberFormat('es')

export const history: Translation<typeof english> = {
  failed: 'No se pudo cargar el historial',
  today: 'Hoy',
  daysAgo: (days) => `Hace ${plural(days, { one: '1 día', other: `${days} días` })}`,
  asTable: 'Como tabla',
  tableOf: (title) => `${title}, como tabla`,
  day: 'Día',
  all: 'Todo',
  others: 'Otros',

  uses: {
    title: 'Cuántas veces y para quién',
    most: (count) => `hasta ${count} al día`,
    none: 'La clave no se usó en los últimos 90 días.',
    words: (count, days) =>
      `Usada ${plural(count, { one: 'una vez', other: `${numbers.format(count)} veces` })} en ` +
      `${plural(days, { one: '1 día', other: `${days} días` })} de los últimos 90`,
    you: 'Tú',
    goneProgram: 'Una clave de API revocada',
  },

  times: {
    title: 'Cuánto tardan las firmas',
    median: 'La mitad',
    p95: 'Casi todas (19 de 20)',
    none: 'No se firmó nada en los últimos 30 días.',
    words: (median, p95) =>
      `La mitad de las firmas tardó hasta ${median}; casi todas (19 de 20), hasta ${p95}`,
    most: (time) => `hasta ${time}`,
    count: 'Firmas',
  },

  uptime: {
    title: 'Quién estaba',
    lead: 'Los últimos 30 días. Un punto: este servidor no observaba.',
    devices: 'Dispositivos',
    relays: 'Relays',
    label: 'Los últimos 30 días',
    more: (count) => `Ver ${count} más`,
  },
}
