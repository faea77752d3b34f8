import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/peers.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const numbers = new Intl.NumberFormat('es')

export const peers: Translation<typeof english.peers> = {
  title: 'Lista de dispositivos',
  loading: 'Cargando dispositivos…',
  detecting: 'Buscando dispositivos en línea…',
  failed: 'No se pudo leer la lista de dispositivos',
  initializeFailed: 'No se pudo preparar la lista de dispositivos',
  none: 'Aún no se ha descubierto ningún dispositivo',
  stopped: 'Inicia el firmante para descubrir dispositivos',
  error: 'Error',
  online: (count) => `${count} en línea`,
  below: (rows) => `${rows} más abajo`,
  total: (count) => `${count} en total`,
  average: (ms) => `Ø ${ms} ms`,
  refresh: 'Actualizar la lista y hacer ping a todos',
  someOnline: 'Hay dispositivos en línea',
  noneOnline: 'No hay ningún dispositivo en línea',
  rows: 'Dispositivos de la lista',
  shownBefore: (reason) => `${reason}. Se muestra lo último que se leyó.`,
  notWatched: (reason) => `Esta lista es fija y no se vigila: ${reason}`,

  shares: {
    kept: 'Aún sin añadir',
    handedOut: 'Invitado, aún sin conexión',
    lost: 'Perdida: ningún dispositivo la tiene',
  },
  add: 'Añadir',
  addOf: (share) => `Añadir un dispositivo para la ${share}`,

  twoDevices: 'Dos dispositivos usan esta parte: apaga uno para siempre',
  words: { online: 'En línea', offline: 'Sin conexión', unknown: 'Desconocido' },
  offlineHint:
    'Sin conexión: es normal que en una red P2P se agote el tiempo de espera, pues no siempre se llega ' +
    'directamente a los demás',
  seen: (when) => `visto ${when}`,
  seenNever: 'aún no visto',
  tried: (when) => `intentado ${when}`,
  partialSignatures: (count) =>
    plural(count, { one: '1 firma', other: `${numbers.format(count)} firmas` }),
  latency: 'Ping:',
  pubkeyOf: (peer) => `clave pública de ${peer}`,
  noPing: 'aún no ha respondido a ningún ping',
  plot: (fastest, slowest, lost, total) =>
    `el más rápido, ${fastest}; el más lento, ${slowest}; ${lost} de ${total} perdidos`,
  plotAllLost: (total) => `${total} de ${total} perdidos`,

  ping: 'Hacer ping a este dispositivo',
  pingOf: (peer) => `Hacer ping a este dispositivo, ${peer}`,
  answered: (peer, ms) => `${peer} respondió en ${ms} ms`,
  lost: (peer) => `${peer} no respondió`,
  allAnswered: (answered, total) =>
    `${plural(answered, { one: 'Respondió', other: 'Respondieron' })} ${answered} de ${total} dispositivos`,
  pingFailed: (reason) => `Falló el ping: ${reason}`,

  send: 'send',
  recv: 'recv',
  sendTo: (peer) => `send: permitir enviar peticiones a ${peer}`,
  recvFrom: (peer) => `recv: permitir recibir peticiones de ${peer}`,
  sendOn: (peer) => `Se vuelven a pedir firmas a ${peer}`,
  sendOff: (peer) => `Ya no se pide nada a ${peer}`,
  recvOn: (peer) => `Se vuelve a responder a las peticiones de ${peer}`,
  recvOff: (peer) => `Ahora se rechazan las peticiones de ${peer}`,
  policyBack: (peer) => `${peer} puede hacer lo que podía antes`,
  policyFailed: 'No se cambiaron los permisos',
  older: {
    title: 'También en el protocolo antiguo 1.x',
    hint:
      'Este dispositivo habla 2026. En 1.x, cada firma revela un trozo de esta parte, y tres bastan para ' +
      'deducirla. Si esto está desactivado, no se le pide ni se le da nada en 1.x, ni siquiera cuando no ' +
      'contesta en 2026.',
    allow: (peer) => `Permitir 1.x con ${peer}`,
    told: (peer, on) =>
      on
        ? `Para firmar con ${peer} también se usa 1.x`
        : `Para firmar con ${peer} solo se usa 2026`,
  },
  permissions: (denied) =>
    denied === 0
      ? 'Permisos, uno por uno'
      : `Permisos, uno por uno: ${plural(denied, { one: '1 denegado', other: `${denied} denegados` })}`,
  asked: 'Este servidor puede pedirle',
  asks: 'Puede pedir a este servidor',
  operations: {
    'send.sign': {
      title: 'Firmas',
      on: (peer) => `Se vuelven a pedir firmas a ${peer}`,
      off: (peer) => `Ya no se piden firmas a ${peer}`,
    },
    'send.ecdh': {
      title: 'Intercambios de claves, para mensajes privados',
      on: (peer) => `Se vuelven a pedir intercambios de claves a ${peer}`,
      off: (peer) => `Ya no se piden intercambios de claves a ${peer}`,
    },
    'receive.sign': {
      title: 'Firmas',
      on: (peer) => `${peer} vuelve a recibir firmas`,
      off: (peer) => `${peer} ya no recibe firmas`,
    },
    'receive.ecdh': {
      title: 'Intercambios de claves, para mensajes privados',
      on: (peer) => `${peer} vuelve a recibir intercambios de claves`,
      off: (peer) => `${peer} ya no recibe intercambios de claves`,
    },
    'receive.onboard': {
      title: 'El grupo, para unirse con una invitación',
      on: (peer) => `${peer} puede volver a unirse`,
      off: (peer) => `${peer} ya no puede unirse`,
    },
  },

  more: 'Diagnóstico y vigilancia',
  diagnosticsLead:
    'Tres rondas de pings a cada dispositivo, con un segundo entre ellas: quién no responde y cuánto varían las respuestas.',
  diagnose: 'Hacer el diagnóstico',
  diagnosing: 'En curso…',
  diagnosis: 'Resultado',
  diagnosisFailed: (reason) => `Falló el diagnóstico: ${reason}`,
  diagnosisColumns: {
    lost: 'Perdidos',
    fastest: 'Mínimo',
    average: 'Media',
    slowest: 'Máximo',
  },
  lostOf: (lost, rounds) => `${lost} de ${rounds}`,
  monitor: 'Hacer ping a cada dispositivo dos veces por minuto',
  monitorHint: 'Sin esto, que un dispositivo ya no está solo se nota cuando falla una petición.',
  monitorOn: 'Se hace ping a cada dispositivo dos veces por minuto',
  monitorOff: 'Solo se hace ping a los dispositivos cuando tú lo pides',
  monitorFailed: 'No se cambió la vigilancia',
}

export const uptime: Translation<typeof english.uptime> = {
  share: (label, percent) => `${label}: presente el ${percent} % del tiempo`,
  always: (label) => `${label}: siempre presente`,
  never: (label) => `${label}: nunca presente`,
  unwatched: (label) => `${label}: nadie observaba`,
}
