import { pluralsOf } from '#contract/plurals.ts'
import type { devices as english } from '#contract/texts/devices.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const list = new Intl.ListFormat('es')
/** A time of day, a weekday or a date with its article: 'las 14:22', 'el martes', 'el 3 nov'. */
const withArticle = (when: string): string =>
  !when.includes(':') ? `el ${when}` : /^0?1:/.test(when) ? `la ${when}` : `las ${when}`

const left = (count: number): string =>
  plural(count, { one: 'queda 1 parte', other: `quedan ${count} partes` })

export const devices: Translation<typeof english> = {
  add: 'Añadir',
  title: 'Dispositivos',
  lead: (threshold, members) =>
    `${threshold} de ${members} dispositivos firman juntos. Cada uno de los demás recibe su propia ` +
    'parte en una invitación que se abre con una contraseña.',
  loadFailed: 'No se pudo cargar la lista de partes',
  back: 'Volver al firmante',

  list: 'Partes',
  share: (index) => `Parte ${index}`,
  spare: 'para otro dispositivo',
  states: {
    here: 'tiene su propia parte',
    kept: 'guardada aquí, sin entregar',
    handedOut: 'entregada, su dispositivo aún no se ha conectado',
    online: 'en línea, aún no ha firmado',
    done: 'ha firmado, la parte ya no se guarda aquí',
    lost: 'no está en ninguna copia, así que no volvió al restaurar',
  },
  words: {
    here: 'Listo',
    kept: 'Sin entregar',
    handedOut: 'En espera',
    online: 'En espera',
    done: 'Listo',
    lost: 'Perdida',
  },
  heardBefore:
    'Ya hubo un dispositivo en línea con esta parte. Entrégala solo si aquel no va a volver nunca.',
  heardSince: 'Desde entonces hubo un dispositivo en línea con esta parte: la tiene.',
  twoDevices:
    'Hay dos dispositivos en línea con esta parte y se estorban. Apaga para siempre el que la tenía ' +
    'antes.',
  handOut: 'Entregar',
  handOutWhat: (what) => `Entregar ${what}`,
  showAgain: 'Mostrar otra vez',
  showAgainWhat: (what) => `Mostrar otra vez ${what}`,
  showFailed: 'No se pudo mostrar la invitación',
  delete: (what) => `Eliminar ${what} de aquí`,
  holdsKey: (held, threshold) =>
    `Este servidor guarda ${held} partes, y con ${threshold} se tiene la clave: hasta que entregues o ` +
    'elimines suficientes, quien tome el control de este equipo tiene la clave entera.',
  spares: (count) =>
    plural(count, {
      one: 'Aquí se guarda 1 parte para un dispositivo que añadas después. No está en ninguna copia de seguridad.',
      other: `Aquí se guardan ${count} partes para dispositivos que añadas después. No están en ninguna copia de seguridad.`,
    }),
  none: 'No queda ninguna parte para otro dispositivo. Trae la parte de un dispositivo que no va a volver, o pasa todos los dispositivos a partes nuevas.',

  wizard: { label: 'Pasos', steps: ['Identidad', 'Dispositivo', 'Prueba'] },
  madeTitle: (identity) => `${identity} está lista`,
  madeLead:
    'Esta es su clave pública. Añade ahora un segundo dispositivo que firme con este servidor.',
  handOutTitle: (index) => `Un dispositivo para la parte ${index}`,
  nameLead: '¿Cómo se llama? Ningún otro dispositivo podrá recibir ya esta parte.',
  name: 'Nombre del dispositivo',
  placeholder: 'Portátil',
  suggested: (index) => `Dispositivo ${index}`,
  app: 'App que la abre',
  apps: {
    floe: 'Otro Floe',
    pwa: 'Igloo para navegador y móvil',
    chrome: 'Igloo para Chrome',
    home: 'Igloo para el ordenador',
    older: 'Un Igloo anterior a 2026-06',
  },
  otherApp: 'Para otra app',
  getApp: (app) => `Obtener ${app}`,
  olderHint: 'Para igloo-pwa 0.2, igloo-chrome 0.3 e igloo-home 0.2.',
  prepare: 'Crear la invitación',
  preparing: 'Creando…',
  failed: (reason) => `No se entregó la parte: ${reason}`,
  packageTitle: (name) => `Invitación para ${name}`,
  packageLead: 'Escanéala con ese dispositivo o cópiala allí. Después viene su contraseña.',
  may: 'El dispositivo podrá firmar junto con los demás, nunca solo.',
  toPassword: 'Siguiente: la contraseña',
  what: {
    package: (name) => `invitación para ${name}`,
    password: (name) => `contraseña para ${name}`,
  },
  download: 'Descargar como archivo',
  passwordTitle: (name) => `Contraseña para ${name}`,
  passwordLead:
    'Escríbela allí o dila de viva voz. Quien la tenga junto con la invitación tiene la parte.',
  wordsLead: (name) => `Cuatro palabras que un Floe en ${name} también mostrará:`,
  steps: {
    handedOut: 'Esperando a que este dispositivo se conecte',
    online: 'Está en línea: esperando su primera firma',
    done: 'Ha firmado',
    kept: 'Sin entregar',
    lost: 'Su parte ya no está aquí: ninguna copia de seguridad la contiene',
  },
  handedOutHint:
    'Puedes salir de esta página: la invitación se queda aquí hasta que el dispositivo haya firmado.',
  proven: (name) => `${name} y este servidor han firmado juntos`,
  provenLead: 'Su parte ya no se guarda aquí.',
  provenIn: (took) => `En ${took}. Su parte ya no se guarda aquí.`,
  whatNow: '¿Y ahora?',
  pairApp: 'Conectar una app',
  done: 'Listo',
  onlineHint: (problem) => `Todavía no: ${problem}`,
  next: 'Siguiente dispositivo',
  fileAbout: (group, index, members, name) =>
    `Conjunto de claves “${group}”, parte ${index} de ${members}, para ${name}.`,

  test: {
    do: 'Firma de prueba',
    testing: 'Firmando…',
    hint: 'Muestra que funciona, con una firma que no le sirve a nadie.',
    done: 'Firmado',
    notDone: 'Sin firmar',
    signed: (others, took) =>
      others.length === 0 ? `Firmado en ${took}` : `Firmado con ${list.format(others)} en ${took}`,
    failed: (reason) => `Sin firmar: ${reason}`,
  },

  lostTitle: (indices) =>
    plural(indices.length, {
      one: `La parte ${indices[0]} se ha perdido`,
      other: `Las partes ${list.format(indices.map(String))} se han perdido`,
    }),
  lostLead: (count) =>
    plural(count, {
      one:
        'Se guardaba aquí para otro dispositivo cuando se hizo la copia de seguridad que restauraste, y ninguna ' +
        'copia contiene esas partes. Si ningún dispositivo la ha recibido desde entonces, no hay ninguno con ella, ni lo habrá.',
      other:
        'Se guardaban aquí para otros dispositivos cuando se hizo la copia de seguridad que restauraste, y ninguna ' +
        'copia contiene esas partes. Si ningún dispositivo las ha recibido desde entonces, no hay ninguno con ellas, ni lo habrá.',
    }),
  lostEnough: (count, threshold) =>
    `De esta clave ${left(count)} como mucho, y ${threshold} firman juntas. Reparte partes nuevas a todos los dispositivos mientras ` +
    'puedas: el npub no cambia.',
  lostTooMany: (count, threshold) =>
    `De esta clave ${left(count)} como mucho, y ${threshold} firman juntas: ya no puede firmar, salvo que las que faltan ` +
    'aparezcan en un dispositivo o en la carpeta de datos de antes. Con su nsec puedes crear un conjunto de claves ' +
    'de la misma clave, con partes nuevas.',
  deal: 'Repartir partes nuevas',
  forgetTitle: (index) => `¿Quitar de la lista la parte ${index}?`,
  forgetLead:
    'Aquí ya no se guarda nada de ella. No se te volverá a decir que se ha perdido; si la encuentras, todavía puedes traerla.',
  forgetConfirm: 'Quitar de la lista',

  deleteTitle: (index) => `¿Eliminar de aquí la parte ${index}?`,
  deleteKept:
    'Ningún dispositivo la tiene y no está en ninguna copia de seguridad: se pierde para siempre, y ' +
    'podrás añadir un dispositivo menos.',
  deleteHandedOut: (name) =>
    `La invitación para ${name} ya no se podrá mostrar. Aun así, sigue siendo válida: quien la tenga ` +
    'junto con su contraseña todavía puede convertirse en este dispositivo, en cuanto le permitas unirse. ' +
    'Solo pierde su valor si das partes nuevas a todos los dispositivos.',
  deleteUseless: (threshold) =>
    `Entonces quedan menos de ${threshold} partes, salvo que haya dispositivos que ya tengan la suya: ` +
    'la clave se podría perder.',
  deleteConfirm: 'Eliminar la parte',
  deleted: (index) => `La parte ${index} ya no se guarda aquí`,
  deleteFailed: 'No se pudo eliminar la parte',

  bring: 'Traer una parte',
  bringLead:
    'Un dispositivo que no va a volver deja su parte libre para otro, si todavía la tienes: como ' +
    'credencial de parte, como nsec o como paquete bfshare.',
  bringField: 'Parte del dispositivo que ya no está',
  bringPassword: 'Contraseña del paquete',
  bringDo: 'Guardarla aquí',
  bringing: 'Comprobando…',
  brought: 'La parte se guarda aquí para otro dispositivo',
  bringFailed: (reason) => `No se aceptó la parte: ${reason}`,
  replaces: (name) => `${name} no va a volver nunca con esta parte`,

  page: {
    memberOf: (member) => `parte ${member}`,
    online: 'conectado',
    onlineFor: (duration) => `conectado ${duration}`,
    offlineSince: (when) => `sin conexión desde ${withArticle(when)}`,
    notSeen: 'aún no visto',
    notKnown: 'no se sabe: sin señal de relays',
    all: 'Todos los dispositivos',
    rename: (name) => `Cambiar el nombre de ${name}`,
    renameShort: 'Cambiar el nombre',
    proven: (when) => `Comprobado ${when}`,
    rights: 'Qué puede hacer',
    presence: 'Cuándo estuvo',
    ping: 'Hacer ping',
    day: 'Últimas 24 horas',
    week: 'Últimos 7 días',
    answers: 'Responde en',
    activity: 'Qué firmó',
    activityEmpty: 'Todavía no ha firmado nada.',
    replace: 'Reemplazar o quitar',
    replaceLead:
      'Su parte sigue en él: solo unas partes nuevas para todos los demás lo dejan fuera para siempre. ' +
      'Hasta entonces, desactiva lo que puede hacer.',
    handOn: 'Dar su parte a otro dispositivo',
    freshShares: 'Crear partes nuevas',
  },
}
