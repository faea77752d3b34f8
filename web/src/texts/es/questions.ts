import { pluralsOf } from '#contract/plurals.ts'
import type { questions as english, stop as englishStop } from '#contract/texts/questions.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const questions: Translation<typeof english> = {
  waiting: (count) =>
    plural(count, { one: '1 solicitud pendiente', other: `${count} solicitudes pendientes` }),
  titled: (count) => `(${count}) Floe`,
  asks: (caller) => `${caller} pide permiso`,
  asksTo: (caller, deed) => `${caller} pide permiso: ${deed}`,
  look: 'Ver',
  position: (at, count) => `${at} de ${count}`,
  previous: 'Solicitud anterior',
  next: 'Solicitud siguiente',
  paired: (day) => `vinculada el ${day}`,
  left: (time) => `${time.startsWith('1 ') ? 'queda' : 'quedan'} ${time}`,
  blind: 'No muestra lo que quiere que se firme: permítelo solo si acabas de pedirlo allí.',
  ecdh: 'Con esto puede leer lo que te enviaron estas personas, y escribirles en tu nombre.',
  peerWaits: (inBrowser, atMost) =>
    `Los dispositivos no esperan mucho: ${atMost} segundos como máximo, en un navegador unos ${inBrowser}. Si ` +
    'respondes más tarde, pídelo allí otra vez antes de diez minutos: tu respuesta sigue valiendo.',
  mentions: 'Menciona a',
  moreMentions: (count) => `y ${count} más`,
  moreText: (chars) => `${chars} caracteres más`,
  eventOf: (at, count) => `Evento ${at} de ${count}`,
  moreEvents: (count) => `y ${count} más`,
  raw: 'El evento tal como se firmará',
  noUndo: 'No se puede deshacer',
  unfound: {
    searching: 'Buscando lo que reemplaza…',
    none: 'Ninguno de tus relays tiene lo que reemplaza: no se sabe qué se pierde',
    unread: 'No se pudo leer lo que reemplaza: no se sabe qué se pierde',
  },
  why: {
    rule: (rule) => `Por qué se te pregunta: lo dice tu regla: ${rule}.`,
    rules: 'Por qué se te pregunta: lo dice una de tus reglas.',
    limit: 'Por qué se te pregunta: ya gastó lo que permite una de tus reglas.',
    preset: (preset) => `Por qué se te pregunta: con «${preset}» esto no se hace sin preguntar.`,
    door: 'Por qué se te pregunta: ninguna regla dice si puede.',
  },
  does: {
    replaceProfile: 'Reemplazar el perfil',
    replaceList: 'Reemplazar la lista',
    replace: 'Reemplazar',
    delete: (count) => plural(count, { one: 'Borrar 1 evento', other: `Borrar ${count} eventos` }),
    deleteFiles: 'Borrar los archivos',
    deleteAll: 'Borrarlo todo',
    login: 'Iniciar sesión',
    pay: 'Pagar',
    send: 'Enviar',
    sign: 'Firmar',
    signUnseen: 'Firmar sin ver',
    signAll: (count) => `Firmar los ${count}`,
  },
  keys: { allow: 'P', refuse: 'R' },
  away: 'Este servidor no está disponible. Podrás responder cuando vuelva.',

  allow: 'Permitir',
  refuse: 'Rechazar',
  allowAll: (count) => `Permitir las ${count}`,
  allowHarmless: (count) =>
    plural(count, { one: 'Permitir la inofensiva', other: `Permitir las ${count} inofensivas` }),
  refuseAll: (count) => `Rechazar las ${count}`,
  remember: 'Recordar la respuesta',
  rememberFor: 'Por cuánto tiempo',
  rememberWhat: 'Para qué',
  lasts: {
    '10m': 'durante 10 minutos',
    '1h': 'durante una hora',
    '1d': 'durante un día',
    ever: 'siempre',
  },
  scopes: {
    kind: (deed) => `cuando quiera ${deed}`,
    operation: {
      sign: 'todo lo que quiera firmar',
      ecdh: 'mensajes privados con cualquiera',
      onboard: 'recibir el grupo',
      encrypt: 'cifrar para cualquiera',
      decrypt: 'leer lo que te envió cualquiera',
    },
    counterparty: (who) => `mensajes privados con ${who}`,
  },

  answered: {
    allow: (caller) => `Permitido: ${caller}`,
    refuse: (caller) => `Rechazado: ${caller}`,
  },
  ended: (caller, how) => `${caller} pidió permiso. ${how}.`,
  failed: 'No se aceptó la respuesta',
  over: {
    allowed: 'Ya se había permitido, en otra ventana o con otra clave',
    refused: 'Ya se había rechazado, en otra ventana o con otra clave',
    'ran out': 'Se había agotado el tiempo',
    stopped: 'Se rechazó porque se detuvo la firma',
  },

  isOver: 'Ya terminó',

  sound: 'Sonar cuando algo pide permiso',
}

export const stop: Translation<typeof englishStop> = {
  stop: 'Detener la firma',
  short: 'Detener',
  resume: 'Reanudar',
  resumeSigning: 'Reanudar la firma',
  stopped: 'Firma detenida',
  nothing: 'No se firma ni se descifra nada. Los dispositivos siguen viéndose entre sí.',
  since: (time) => `El propietario detuvo la firma el ${time}.`,
  until: (time) => `No se firma ni se descifra nada hasta el ${time}.`,
  untilResumed: 'No se firma ni se descifra nada hasta que alguien la reanude.',
  done: 'La firma está detenida: ya no sale nada',
  failed: 'No se pudo detener la firma',
  resumed: 'Se vuelve a firmar',
  resumeFailed: 'No se pudo reanudar la firma',
  resumeTitle: '¿Reanudar la firma?',
  resumeLead: 'Se vuelve a responder a dispositivos y programas, según digan tus reglas.',
}
