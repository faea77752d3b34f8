import { pluralsOf } from '#contract/plurals.ts'
import type { apps as english } from '#contract/texts/apps.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const numbers = new Intl.NumberFormat('es')
const times = (count: number): string =>
  plural(count, { one: 'una vez', other: `${numbers.format(count)} veces` })
const daysOf = (count: number): string => plural(count, { one: '1 día', other: `${count} días` })

export const apps: Translation<typeof english> = {
  title: 'Apps',
  lead: 'Quién firma con tu clave sin tenerla, y qué puede hacer cada una.',
  loadFailed: 'No se pudieron cargar las apps',
  empty: 'Todavía ninguna app firma con esta clave.',
  emptyLead:
    'Una app es un cliente de nostr, como Coracle o Amethyst, que pide cada firma a este firmante en ' +
    'lugar de guardar tu clave. Tú decides qué puede hacer sin preguntarte, y puedes retirarle el ' +
    'permiso en cualquier momento.',
  inviteOne: 'Invitar a una app',
  acceptOne: 'Aceptar la invitación de una app',
  back: 'Todas las apps',

  states: {
    invited: 'Espera a la app',
    lapsed: 'Enlace caducado',
    paired: 'Vinculada',
    suspended: 'En suspenso',
    'signed out': 'Sesión cerrada',
    expired: 'Terminada',
  },
  stateHints: {
    lapsed: 'Nadie usó su enlace a tiempo. Vincúlala otra vez para tener uno nuevo.',
    'signed out': 'Conserva sus permisos, pero nadie puede usarlos hasta que se vincule de nuevo.',
    expired:
      'Su plazo terminó, o nadie la ha usado en 30 días. Conserva sus permisos: vincúlala de nuevo ' +
      'para seguir.',
  },
  left: (time) => `${time.startsWith('1 ') ? 'queda' : 'quedan'} ${time}`,
  suspended: 'No se responde a nada',
  rules: (preset, count) =>
    count === 0
      ? preset
      : `${preset}, ${plural(count, { one: '1 regla propia', other: `${count} reglas propias` })}`,
  until: (date) => `hasta el ${date}`,
  lastUsed: (ago) => `usada ${ago}`,
  neverUsed: 'aún sin usar',
  waits: (count) =>
    plural(count, { one: '1 solicitud pendiente', other: `${count} solicitudes pendientes` }),

  plot: (uses, days) =>
    uses === 0
      ? 'Sin uso en los últimos 30 días'
      : `Usada ${times(uses)} en ${daysOf(days)} de los últimos 30`,

  add: 'Añadir una app',
  addTitle: 'Añadir una app',
  ways: 'Quién invita',
  way: { invite: 'Invita Floe', accept: 'Invita la app' },
  inviteLead:
    'Para una app que pide un enlace bunker. Eliges qué puede hacer y luego le das el enlace.',
  name: 'Nombre',
  namePlaceholder: 'P. ej.: Coracle en mi teléfono',
  nameMissing: 'Ponle un nombre, para que sepas quién pide.',
  mayRead: 'Y leer los mensajes que te envían',
  mayReadHint:
    'Todos los mensajes privados, de cualquiera, sin preguntarte. Si no, se te pregunta, y una app que ' +
    'muestra mensajes parece atascada hasta que respondes.',
  more: 'Relays, plazo y enlace',
  ends: 'Sus permisos terminan',
  endsIn: {
    never: 'Nunca',
    '1d': 'En un día',
    '7d': 'En una semana',
    '30d': 'En 30 días',
    '365d': 'En un año',
  },
  validity: 'El enlace se puede usar durante',
  validities: { '600': '10 minutos', '3600': 'Una hora', '86400': 'Un día' },
  invite: 'Crear el enlace',
  inviting: 'Creando el enlace…',
  inviteFailed: 'No se creó el enlace',

  linkTitle: (name) => `Enlace para ${name}`,
  linkLead:
    'Pégalo donde la app pida un enlace bunker, o deja que la app lo escanee. Sirve una sola vez, y ' +
    'quien lo use primero recibe los permisos que elegiste.',
  link: 'Enlace bunker',
  linkQr: 'Código QR del enlace bunker',
  copyLink: 'Copiar el enlace',
  openLink: 'Abrir en una app',
  waiting: (left) => `Esperando a la app. El enlace caduca en ${left}.`,
  lapsed: 'El enlace caducó sin que nadie lo usara.',
  newLink: 'Crear otro enlace',
  paired: (name) => `${name} está vinculada`,
  pairedLead: 'Ya firma con tu clave, hasta donde tú le permites.',
  callsItself: (name) => `Se hace llamar “${name}”.`,
  showApp: 'Ver qué puede hacer',
  replaces: 'Hasta que alguien use el enlace nuevo, sigue el cliente que está vinculado ahora.',
  pairAgain: 'Vincular de nuevo',
  pairAgainTitle: (name) => `¿Vincular ${name} de nuevo?`,
  pairAgainLead:
    'Con un enlace nuevo conserva su nombre, sus permisos y su registro. El cliente que lo use ocupa ' +
    'el lugar del anterior.',

  acceptLead:
    'Para una app que muestra un código QR o un enlace que empieza por nostrconnect://. Ves lo que ' +
    'pide antes de que pase nada.',
  uri: 'Enlace de la app',
  uriPlaceholder: 'nostrconnect://…',
  read: 'Leer el enlace',
  reading: 'Leyendo…',
  scanTitle: 'Escanea el código QR de la app',
  otherCode: 'Este código no contiene un enlace nostrconnect://',
  unnamed: 'Una app sin nombre',
  nameClaimed: 'El nombre que se da no se puede comprobar.',
  known:
    'Ya estuvo aquí: conserva su nombre, sus permisos y su registro, y esto la vincula de nuevo.',
  key: 'Su clave',
  keyOf: (name) => `clave de ${name}`,
  website: 'Sitio web',
  signsAs: 'Firma como',
  itsRelays: 'Relays comunes',
  privateRelay: 'Red privada',
  privateRelayHint:
    'Un relay marcado así no está en internet, sino en la red en la que está este Floe. Continúa si es ' +
    'tuyo.',
  wishes: 'Pide permiso permanente para',
  wishesNone: 'No pide nada en particular.',
  dangerous: 'No se puede deshacer, o lee lo que te enviaron',
  otherLink: 'Otro enlace',
  accept: 'Vincular esta app',
  accepting: 'Vinculando…',
  acceptFailed: 'No se vinculó la app',
  exposure:
    'Tu conjunto de claves es de primera generación: un dispositivo que responde en 1.x podría deducir ' +
    'tu parte a partir de tres firmas, y una app pide más que eso en un minuto.',

  rights: 'Qué puede hacer',
  settings: 'Conexión',
  endsLead: 'Después se cierra su sesión, y sus permisos esperan hasta que la vincules de nuevo.',
  openFor: 'Sus solicitudes te esperan',
  answering: 'Cómo se le responde',
  openForSeconds: (seconds) => {
    if (seconds < 60) return `${seconds} segundos`
    if (seconds >= 3_600) return 'Una hora'
    return seconds === 60 ? 'Un minuto' : `${Math.round(seconds / 60)} minutos`
  },
  nip04: 'Responder con el cifrado antiguo',
  nip04Hint:
    'Algunas apps antiguas solo conocen NIP-04. Quien observe un relay ve más que con NIP-44, y podría ' +
    'cambiar el contenido sin que se note.',
  usesNip04: 'Escribe con el cifrado antiguo (NIP-04): busca una versión más nueva de la app.',
  authUrl: 'Decirle dónde respondes',
  authUrlHint:
    'Mientras una solicitud espera, la app recibe la dirección de esta consola para mostrártela. ' +
    'Algunas apps lo toman por un fallo.',
  wrongSecrets: (count) =>
    `${plural(count, { one: 'Una vez alguien', other: `${count} veces alguien` })} intentó vincularse ` +
    'con un secreto equivocado o ya usado. Si no fuiste tú, su enlace se filtró: ya no sirve para nada.',
  relays: 'Relays',
  relaysChange: 'Cambiar',
  relaysTitle: (name) => `Relays de ${name}`,
  relaysLead:
    'Donde se encuentran esta app y Floe. Si la app lo admite, se le avisa del cambio; si no, hay que ' +
    'vincularla de nuevo.',
  relaysSave: 'Guardar',
  heard: 'Con señal',
  notHeard: 'Sin señal',
  former: 'hasta que la app cambie',
  log: 'Registro',
  logEmpty: 'Todavía no ha pedido nada.',
  created: (date) => `añadida el ${date}`,
  rename: 'Cambiar nombre',
  renameTitle: (name) => `Cambiar el nombre de ${name}`,
  renamed: (name) => `Ahora se llama ${name}`,
  changed: (name) => `${name}: cambio guardado`,
  changeFailed: 'No se cambió',
  remove: 'Quitar',
  removeTitle: (name) => `¿Quitar ${name}?`,
  removeLead:
    'De ahora en adelante no se responde a nada de lo que pida. Se eliminan sus permisos y sus ' +
    'solicitudes; lo que hizo queda en la actividad. No se puede deshacer, pero puedes añadirla otra vez.',
  removing: 'Quitando…',
  removed: (name) => `Se quitó ${name}`,
  removeFailed: 'No se quitó la app',
}
