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
    most: (count) => `${count} al día como máximo`,
    none: 'La clave no se usó en los últimos 90 días.',
    words: (count, days) =>
      `Usada ${plural(count, { one: 'una vez', other: `${numbers.format(count)} veces` })} en ` +
      `${plural(days, { one: '1 día', other: `${days} días` })} de los últimos 90`,
    you: 'Tú',
    goneProgram: 'Una clave de API revocada',
  },

  times: {
    title: 'Cuánto tardan las firmas',
    median: 'La mitad no tarda más',
    p95: '19 de 20 no tardan más',
    none: 'No se firmó nada en los últimos 30 días.',
    words: (median, p95) =>
      `En los últimos 30 días, la mitad de las firmas de un día tardó como máximo ${median}, y 19 de 20, ${p95}`,
    most: (time) => `${time} como máximo`,
    count: 'Firmas',
  },

  uptime: {
    title: 'Quién estaba',
    lead: 'Los últimos 30 días. Un punto: este servidor no observaba.',
    devices: 'Dispositivos',
    relays: 'Relays',
    label: 'Los últimos 30 días',
    percent: (percent) => `${percent} %`,
    more: (count) => `Ver ${count} más`,
  },
}
