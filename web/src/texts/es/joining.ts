import { pluralsOf } from '#contract/plurals.ts'
import type { joining as english } from '#contract/texts/joining.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const joining: Translation<typeof english> = {
  takeTitle: 'Recibe la invitación',
  takeLead:
    'La muestra el otro dispositivo: en Floe, en Dispositivos. Es un código QR, un archivo o un texto ' +
    'que empieza por bfonboard1, y viene con una contraseña.',
  scanTitle: 'Escanea la invitación',
  file: 'Elegir un archivo',
  fileLabel: 'Invitación desde un archivo',
  invitation: 'Invitación',
  placeholder: 'bfonboard1...',
  nothing: 'Ahí no hay ninguna invitación. Una invitación empieza por bfonboard1.',
  fileTooLarge: 'Este archivo es demasiado grande para contener una invitación',
  kinds: {
    bfshare: {
      title: 'Una parte cifrada',
      text: 'Contiene una parte y sus relays. Escribe la contraseña con la que se creó.',
    },
    bfonboard: {
      title: 'Una invitación',
      text:
        'Contiene una parte y dice qué dispositivo ha invitado a este. Escribe la contraseña que venía ' +
        'con ella.',
    },
    bfprofile: {
      title: 'Un perfil cifrado',
      text: 'Contiene una parte, su grupo y sus relays. Escribe la contraseña con la que se creó.',
    },
    'igloo-share': {
      title: 'Una parte guardada por igloo',
      text:
        'La cifró igloo-desktop, igloo-cli o igloo-web. Escribe la contraseña con la que se guardó, y ' +
        'detén el firmante de allí antes de que este empiece.',
    },
  },
  moved: 'Eso era un paquete cifrado: ahora está en el campo Parte.',
  unreadable: (reason) => `No se puede leer este paquete: ${reason}. Cópialo otra vez.`,
  password: 'Contraseña del paquete',
  open: 'Abrir',
  opening: 'Abriendo…',
  openFirst: 'Abre antes el paquete',
  groupOptional: 'Puede quedar vacío: entonces el grupo se busca en los relays del paquete.',
  lookTitle: 'Buscar el grupo',
  lookLead:
    'La parte está abierta. Su grupo se puede buscar en estos relays, que nombra el paquete. No se les ' +
    'envía nada hasta que lo digas.',
  look: 'Buscar allí',
  looking: 'Buscando…',
  opened: (button) =>
    'El paquete está abierto: la parte, el grupo, el nombre y los relays están en sus campos. Pulsa ' +
    `${button} para guardarlos.`,
  policies: (peers) =>
    `${plural(peers, {
      one: '1 dispositivo tiene en él sus propios permisos',
      other: `${peers} dispositivos tienen en él sus propios permisos`,
    })}: lo que no permiten queda desactivado en la lista de dispositivos, y lo que piden preguntar se te pregunta.`,

  app: 'App que lo abrirá',
  apps: { current: 'Igloo beta, u otro Floe', older: 'Un Igloo anterior a 2026-06' },
  appHint:
    'Elige el anterior para igloo-pwa 0.2, igloo-chrome 0.3, igloo-home 0.2 y la demo web: no abren otro paquete. ' +
    'Floe abre ambos.',
  takes: (seconds) =>
    `Tarda unos ${plural(seconds, { one: '1 segundo', other: `${seconds} segundos` })} en esta máquina, para que nadie pueda adivinar contraseñas deprisa.`,

  invited: 'Una invitación a un conjunto de claves',
  inviter: 'Invita',
  self: 'Este dispositivo',
  relays: 'Relays',
  privateRelay: 'Red privada',
  privateRelayHint:
    'Un relay marcado así no está en internet, sino en la red en la que está este Floe. Continúa si es ' +
    'tuyo.',
  privateNames: 'Estos nombres pueden llevar a mi propia red',
  inviterKey: 'clave del dispositivo que invita',
  joinLead:
    'El otro dispositivo tiene el grupo: quiénes son los miembros y cuántos firman juntos. Tiene que ' +
    'estar encendido, y puede que su propietario deba permitir allí este dispositivo.',
  join: 'Unirse',
  joining: 'Uniéndose…',
  notStarted: 'No se pudo empezar a unirse',
  closeAgain: 'Esta no',

  progress: 'Uniéndose al conjunto de claves',
  steps: {
    opening: 'Abrir el paquete',
    connecting: 'Llegar a un relay',
    asking: 'Preguntar al dispositivo que invita',
    received: 'Comparar la identidad',
  },
  stepWords: { done: 'Hecho', now: 'En curso', later: 'Por hacer' },
  now: {
    opening: 'Probando la contraseña.',
    connecting: (relays) =>
      plural(relays, { one: 'Conectando con 1 relay.', other: `Conectando con ${relays} relays.` }),
    asking: (count) =>
      plural(count, {
        one: 'Preguntado una vez, aún sin respuesta.',
        other: `Preguntado ${count} veces, aún sin respuesta.`,
      }),
  },
  askingHint:
    'El otro dispositivo tiene que estar encendido y conectado a uno de estos relays. Puede que su ' +
    'propietario deba permitir allí este dispositivo: mira su pantalla.',
  cancel: 'Abandonar',
  cancelled: 'Se abandonó la unión',
  notCancelled: 'No se pudo abandonar la unión',
  stateFailed: 'No se pudo leer cómo va',

  compareTitle: '¿Es la identidad correcta?',
  compareLead:
    'Ha llegado el grupo. El otro dispositivo muestra el mismo npub donde entrega la invitación y donde ' +
    'permite este dispositivo; un Floe muestra además las mismas cuatro palabras. Las palabras sirven ' +
    'para una primera mirada: lo que cuenta es el npub entero. Todavía no se ha guardado nada.',
  size: (threshold, members) =>
    threshold === members
      ? plural(members, {
          one: 'El único miembro firma solo.',
          other: `Los ${members} miembros firman juntos.`,
        })
      : plural(threshold, {
          one: `Cualquiera de los ${members} miembros firma solo.`,
          other: `${threshold} de ${members} miembros firman juntos.`,
        }),
  same: 'Sí, es la misma',
  notSame: 'No, abandonar',
  saving: 'Guardando…',
  replaces: (name) => `Ocupa el lugar de ${name}, con el que firma ahora este servidor.`,

  failed: 'Este dispositivo no se pudo unir',
  dismiss: 'Descartar',
  notDismissed: 'No se pudo descartar',

  requests: 'Un dispositivo quiere unirse',
  requestsDecided: 'Dispositivos que pidieron unirse',
  requestsLead:
    'Tiene una parte de este conjunto de claves y pregunta quiénes son los miembros. Permítelo solo ' +
    'mientras configuras tú ese dispositivo. Si no, recházalo, desactiva su recv y su send en la ' +
    'lista de dispositivos y reparte partes nuevas: un dispositivo rechazado sigue teniendo su parte, y ' +
    'puede pedir firmas con ella.',
  member: (index) => `Dispositivo ${index}`,
  asked: (when) => `preguntó ${when}`,
  requestStates: {
    waiting: 'Te espera',
    approved: 'Permitido durante diez minutos: recibe el grupo en cuanto vuelva a pedirlo',
    answered: 'Ya tiene el grupo',
    refused: 'Rechazado',
  },
  allow: 'Permitir',
  refuse: 'Rechazar',
  allowMember: (index) => `Permitir al dispositivo ${index}`,
  refuseMember: (index) => `Rechazar al dispositivo ${index}`,
  hideMember: (index) => `Ocultar al dispositivo ${index}`,
  allowed: (index) => `El dispositivo ${index} puede unirse`,
  refused: (index) => `Se rechazó al dispositivo ${index}`,
  decisionFailed: 'No se pudo guardar tu decisión',
}
