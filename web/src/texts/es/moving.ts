import { pluralsOf } from '#contract/plurals.ts'
import type { moving as english } from '#contract/texts/moving.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const list = new Intl.ListFormat('es')

export const moving: Translation<typeof english> = {
  title: 'Pasar al protocolo 2026',
  titleFresh: 'Partes nuevas de la misma clave',
  stepsLabel: 'Pasos',
  next: 'Siguiente',
  finish: 'Terminar',
  steps: {
    way: 'Elegir',
    peers: 'Dispositivos',
    shares: 'Partes',
    settings: 'Partes nuevas',
    save: 'Este dispositivo',
    packages: 'Entregar',
    summary: 'Listo',
  },

  wayTitle: 'La misma identidad, firmas más seguras',
  wayLead:
    'En 1.x, todas las firmas de un dispositivo se hacen con los mismos dos números ocultos: tras tres ' +
    'de ellas, un dispositivo deshonesto puede deducir su parte. El protocolo 2026 usa números nuevos ' +
    'cada vez.',
  notHealedTitle: 'Lo que el cambio no remedia',
  notHealed: [
    'Las firmas dadas en 1.x, dadas están. Un dispositivo que haya recibido tres puede conocer ya esta ' +
      'parte, y nadie puede saberlo.',
    'Las partes nuevas ayudan si se filtraron partes sueltas. No ayudan si se filtró la clave entera: ' +
      'quien tenga la credencial de grupo de 1.x y unas pocas firmas que hayas publicado puede ' +
      'deducirla.',
    'Si lo temes, usa una clave nueva, que es una identidad nueva.',
  ],
  chooseWay: '¿Cómo quieres pasar?',
  ways: {
    keep: [
      'Conservar las partes',
      'Aquí no hay nada que hacer: este firmante habla los dos protocolos. Tú actualizas las apps de los ' +
        'demás dispositivos. Lo que una parte ya ha revelado, revelado está.',
    ],
    deal: [
      'Repartir de nuevo la misma clave',
      'El npub no cambia. Cada dispositivo recibe una parte nueva, así que una que se filtró no vale ' +
        'nada por sí sola cuando se eliminan las antiguas. Necesitas aquí suficientes partes antiguas.',
    ],
  },

  peersTitle: 'Quién habla ya 2026',
  peersLead:
    'Este firmante pide en 2026 en cuanto lo hablan suficientes dispositivos. Actualiza la app de los ' +
    'demás y déjalos encendidos: cambian aquí por sí solos.',
  peerStates: {
    next: 'Habla 2026',
    both: 'Habla 2026 y 1.x',
    old: 'Solo habla 1.x',
    unheard: 'Aún sin señal',
  },
  noPeers: 'Este conjunto de claves no tiene otro dispositivo.',
  peersFailed: 'No se pudo leer la lista de dispositivos',
  allMoved: 'Todos los dispositivos hablan 2026: 1.x ya no hace falta.',
  notAllMoved: (moved, total) =>
    `${moved} de ${total} dispositivos ${plural(moved, { one: 'habla', other: 'hablan' })} 2026. ` +
    'Cuando lo hablen todos, se puede rechazar 1.x sin riesgo.',
  stopAnswering: 'Dejar de responder en 1.x',
  stopping: 'Guardando…',
  stopped: 'De ahora en adelante se rechazan las peticiones en 1.x',
  isStopped: 'Las peticiones en 1.x se rechazan.',

  appTitle: 'Una app que no puede conservar su parte antigua',
  appLead:
    'Dale la misma parte como paquete del protocolo 2026: pega aquí la parte de ese dispositivo y abre ' +
    'el paquete en la app. Lo que la parte ya ha revelado, revelado está.',
  appShare: 'Parte de ese dispositivo',
  appSharePlaceholder: 'bfshare1...',
  appShareHint: 'De su app antigua. Se usa una vez y no se guarda.',
  appOwnShare: 'Esta es la parte de este firmante. Pega la parte del otro dispositivo.',
  appPlainHttp: 'Esta página llegó por HTTP sin cifrar: la parte cruzará tu red sin cifrar.',
  seal: 'Crear un paquete',
  sealing: 'Creando…',
  sealFailed: (reason) => `No se pudo crear el paquete: ${reason}`,
  sealedLead: (index) =>
    `El paquete para el dispositivo ${index} está creado, y solo existe en esta página. Sin su contraseña no ` +
    'vale nada.',
  sealedWhat: {
    profile: (index) => `paquete para el dispositivo ${index}`,
    share: (index) => `solo la parte del dispositivo ${index}`,
    password: (index) => `contraseña para el dispositivo ${index}`,
  },
  profile: 'Paquete (bfprofile)',
  profileFact: 'parte, grupo y relays',
  profileTooLong: 'Demasiado largo para un código QR: usa el texto o el archivo.',
  shareAlone: 'Solo la parte (bfshare)',
  shareAloneFact: 'para una app que ya tiene el grupo',
  sealedPasswordLead:
    'La contraseña para los dos. Hazla llegar por separado del paquete: quien tenga las dos cosas tiene ' +
    'la parte.',
  sealedOnce:
    'Cuando funcione allí, quita la app antigua: una parte debe funcionar en un solo lugar.',
  sealAnother: 'Otro dispositivo',

  sharesTitle: 'Suficientes partes antiguas',
  sharesLead:
    'La clave se une un momento en este servidor, se reparte de nuevo y se olvida. Para eso hacen falta ' +
    'algunas de las partes que tienes ahora; la de este firmante ya está aquí.',
  sharesNeeded: (threshold, total) => `Necesitas ${threshold} de las ${total} partes antiguas`,
  sharesPlainHttp: 'Esta página llegó por HTTP sin cifrar: las partes cruzarán tu red sin cifrar.',

  settingsTitle: 'Las partes nuevas',
  settingsLead:
    'Una de ellas es para este firmante. Cada una de las demás va a uno de tus dispositivos, también a ' +
    'los que tienen una antigua.',
  relaysNeeded: 'Los dispositivos se encuentran en estos relays: cada invitación los nombra.',
  deal: 'Repartir partes nuevas',
  dealing: 'Repartiendo…',
  dealt: 'Las partes nuevas están repartidas',
  failed: (reason) => `No se pudieron repartir las partes: ${reason}`,
  unreadable:
    'la respuesta del servidor no corresponde a lo que se pidió. Recarga la página e inténtalo de nuevo.',

  saveTitle: 'Primero, este firmante',
  saveLead:
    'Toma su parte nueva antes de que entregues las demás: es el que dice a los dispositivos nuevos ' +
    'quiénes son los miembros.',
  sameIdentity: 'La misma identidad que antes',
  oldStop:
    'A partir de aquí, los dispositivos con partes antiguas no pueden firmar con este firmante hasta que cada uno tenga la nueva.',
  oldStay:
    'Las partes antiguas todavía abren la clave: cuando funcionen los dispositivos nuevos, elimínalas dondequiera que estén.',
  oldTitle: 'Guarda hasta entonces la parte antigua de este firmante',
  oldLead:
    'La nueva ocupa aquí su lugar. Si se pierden las invitaciones, el camino de vuelta es poner otra vez ' +
    'esta parte y su grupo en la pantalla de configuración.',
  oldShare: 'Parte antigua',
  oldGroup: 'Credencial de grupo antigua',
  oldWhat: {
    share: 'parte antigua de este firmante',
    group: 'credencial de grupo antigua',
  },
  oldKept: 'He guardado las dos, o tengo otra copia de ellas',
  oldAbout: (name) => `Conjunto de claves “${name}”, parte de un firmante antes de pasar a 2026.`,
  oldUse: 'Es un secreto. Elimínalo cuando funcionen los dispositivos nuevos.',
  oldPart: 'parte-antigua',
  understood: 'Tengo todos los dispositivos a mano, o puedo prescindir de ellos mientras tanto',
  save: 'Guardar la parte de este firmante',
  saving: 'Guardando…',
  saved: 'Este firmante tiene su parte nueva',
  saveFailed: (reason) => `No se pudo guardar la parte nueva: ${reason}`,

  packageTitle: (number, total) => `Dispositivo ${number} de ${total}`,
  packageLead:
    'Lleva esta invitación al dispositivo y ábrela allí, en una app que hable 2026 o en otro Floe. Sin ' +
    'su contraseña no vale nada.',
  package: (index) => `Invitación para el dispositivo ${index}`,
  what: {
    package: (index) => `invitación para el dispositivo ${index}`,
    password: (index) => `contraseña para el dispositivo ${index}`,
  },
  download: 'Descargar como archivo',
  password: 'Contraseña',
  passwordLead:
    'Hazla llegar por separado de la invitación: de viva voz o escribiéndola allí. Quien tenga las dos ' +
    'tiene la parte.',
  waiting: 'Esperando a que este dispositivo se conecte',
  waitingHint: 'Abre allí la invitación. Entonces pide el grupo a este firmante y aparece aquí.',
  online: 'Este dispositivo está en línea y habla 2026',
  handedOut: 'Tiene la invitación y se conecta más tarde',

  fileAbout: (name, index, total) =>
    `Conjunto de claves “${name}”, invitación para el dispositivo ${index} de ${total}.`,
  fileUse:
    'Ábrela con su contraseña, que no está en este archivo, en una app que hable el protocolo 2026.',
  filePart: 'invitacion',
  profileAbout: (name, index) =>
    `Conjunto de claves “${name}”, paquete para el dispositivo ${index}.`,
  profilePart: 'paquete',

  summaryTitle: 'Todas las invitaciones están entregadas',
  summaryLead: 'Cada dispositivo aparece aquí en cuanto se conecta con su parte nueva.',
  member: (index) => `Dispositivo ${index}`,
  states: {
    here: 'tiene su parte nueva',
    online: 'en línea con su parte nueva',
    waiting: 'tiene su invitación, aún no se ha conectado',
  },
  stateWords: { done: 'Listo', waiting: 'En espera' },
  deleteOld:
    'Elimina las partes antiguas y la credencial de grupo antigua dondequiera que estén: en las apps ' +
    'antiguas, en archivos, en copias de seguridad. Mientras existan suficientes, son la clave.',
  refuseLead:
    'Las partes nuevas no se pueden usar en 1.x. También puedes rechazar 1.x en los ajustes, para que ' +
    'siga rechazado si alguna vez se vuelve a guardar aquí una parte antigua.',

  leaveTitle: '¿Salir y perder estas invitaciones?',
  leaveBefore:
    'Todavía no se ha guardado nada: las partes antiguas siguen sirviendo y las nuevas se olvidan.',
  leaveTitleBefore: '¿Salir sin partes nuevas?',
  leaveText: (lost) =>
    plural(lost.length, {
      one: `La invitación para el dispositivo ${lost[0]} solo está en esta página, y se pierde con ella.`,
      other: `Las invitaciones para los dispositivos ${list.format(lost.map(String))} solo están en esta página, y se pierden con ella.`,
    }),
  leaveUseless: (threshold) =>
    `Entonces hay menos de ${threshold} partes nuevas entregadas, así que este firmante no podría firmar con nadie. Para volver atrás, pon en la pantalla de configuración la parte y el grupo antiguos que guardaste.`,
  stay: 'Quedarme',
  leave: 'Salir y perderlas',
  leaveAnyway: 'Salir',
}
