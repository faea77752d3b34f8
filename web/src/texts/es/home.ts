import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/home.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const devicesOf = (count: number): string =>
  plural(count, { one: '1 dispositivo', other: `${count} dispositivos` })

export const home: Translation<typeof english.home> = {
  card: 'Identidad',
  threshold: (threshold, members) => `${threshold} de ${members} dispositivos firman juntos`,
  member: (index) => `es el dispositivo ${index}`,
  qr: 'código QR del npub',
  npubTitle: (name) => `La clave pública de ${name}`,
  npubLead: 'Para quien quiera seguirla o escribirle. No es secreta.',

  ofNeeded: (needed) => `de ${needed} aquí`,
  thisServer: 'Este servidor',
  withOthers: (others) => `Este servidor y ${devicesOf(others)}`,
  others: (others) => devicesOf(others),
  nobody: 'No hay nadie',

  both: 'Responde a otros y puede pedirles.',
  proven: (when, device) => `Comprobado ${when} con ${device}.`,
  steps: {
    start: 'Iniciar',
    requests: 'Ver quién pide',
    relays: 'Ver los relays',
    protocol: 'Ver el protocolo',
    reason: 'Ver el firmante',
    wake: (device) => `Cómo despertar ${device}`,
    askAgain: (device) => `Volver a pedir a ${device}`,
    answerAgain: (device) => `Dejar que ${device} vuelva a pedir`,
    look: (device) => `Ver ${device}`,
    answer: 'Responder',
    backup: 'Hacer una copia de seguridad',
    backups: 'Ver las copias de seguridad',
    shares: 'Ver las partes',
    notifications: 'Configurar las notificaciones',
  },

  device: (member) => `Dispositivo ${member}`,
  lastDay: 'Las últimas 24 horas',
  detailsOf: (device) => `Detalles de ${device}`,
  seen: 'Última señal',
  tried: 'Último intento',
  builds: {
    igloo: 'Igloo anterior a 2026-06',
    'igloo-beta': 'Igloo beta',
    floe: 'Floe',
  },
  never: 'nunca',
  notHeard: 'aún sin señal',
  wake: {
    igloo: (device) => `Abre Igloo en ${device} y déjalo abierto. Aparece aquí por sí solo.`,
    floe: (device) => `Inicia Floe en ${device}. Aparece aquí por sí solo.`,
    unknown: (device) =>
      `Abre Igloo en ${device} y déjalo abierto, o inicia allí igloo-cli o Floe. Aparece aquí por sí solo.`,
  },
}

export const needs: Translation<typeof english.needs> = {
  title: 'Lo que te necesita',
  none: 'No hay nada que requiera tu atención',
  count: (count) =>
    plural(count, { one: '1 cosa te necesita', other: `${count} cosas te necesitan` }),
  unknown: 'Ahora no se sabe qué te necesita',
  loading: 'Mirando qué te necesita',
  more: (count) => `${count} más`,
  since: (when) => `Desde ${when}`,
  dismiss: 'Apartar',
  dismissOf: (sentence) => `Apartar: ${sentence}`,
  dismissed: (count) =>
    plural(count, {
      one: '1 apartada en este navegador',
      other: `${count} apartadas en este navegador`,
    }),
  bringBack: 'Volver a mostrar',
}

export const identity: Translation<typeof english.identity> = {
  name: 'Identidad',
  npubWhat: 'npub',
  words: 'Sus cuatro palabras',
  wordsFailed: 'No se pudieron cargar sus cuatro palabras: compara el npub entero.',
  compareTitle: 'Para comparar en el otro dispositivo',
  compareLead:
    'Cuando tenga esto, el otro dispositivo muestra el mismo npub, y un Floe muestra además las mismas ' +
    'cuatro palabras. Las palabras sirven para una primera mirada: lo que cuenta es el npub entero.',
}
