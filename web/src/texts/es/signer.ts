import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/signer.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const signer: Translation<typeof english.signer> = {
  verdict: '¿Puede firmar este firmante?',
  ready: 'Listo para firmar',
  answersOnly: 'Responde a otros, no puede pedirles',
  asksOnly: 'Pide a otros, no responde a nadie',
  stopped: 'No puede firmar: el firmante está detenido',
  notSetUp: 'Sin configurar',
  connecting: 'Conectando con los relays',
  noRelay: 'Ningún relay con señal',
  looking: 'Buscando dispositivos',
  cannotSign: 'No puede firmar',
  allHeard: (relays) =>
    relays === 2
      ? 'Los dos relays con señal'
      : plural(relays, { one: 'Relay con señal', other: `Los ${relays} relays con señal` }),
  lastSignature: 'última firma',
  medianAnswer: 'suele tardar',
  signedThisWeek: 'esta semana',
  lastKnown: (time, verdict) => `Lo último que se supo, a las ${time}: ${verdict}`,

  title: 'Estado del firmante del servidor',
  states: { running: 'En marcha', starting: 'Iniciando…', stopped: 'Detenido' },
  server: (state) => `Firmante del servidor: ${state}`,
  node: (isActive) => `(nodo ${isActive ? 'activo' : 'inactivo'})`,
  keyset: 'Conjunto',
  index: 'Índice',
  threshold: 'Umbral',
  pubkey: 'Clave pública',
  pubkeyHelp:
    'La clave pública de la parte de este firmante: por ella lo conocen los demás dispositivos. La clave ' +
    'por la que firma todo el conjunto es group_pk, en la credencial de grupo decodificada.',

  startsByItself:
    'El servidor inicia el firmante por sí solo, también tras un reinicio. Puedes cerrar esta página.',
  firstGeneration:
    'Este conjunto usa credenciales de primera generación: un dispositivo que haya recibido de ti tres ' +
    'firmas en 1.x podría deducir tu parte. Mantén también en secreto la credencial de grupo.',
  whatThisMeans: 'Qué significa',
  firstGenerationRefused:
    'Las peticiones en 1.x se rechazan, así que no se revela nada más de esta parte. Lo que antes se ' +
    'firmó en 1.x lo siguen sabiendo los dispositivos para los que se firmó.',
  move: 'Pasar a 2026',
}

export const credentials: Translation<typeof english.credentials> = {
  group: 'Credencial de grupo',
  share: 'Parte secreta',
  inSentence: { group: 'credencial de grupo', share: 'parte secreta' },
  both: 'Credenciales',
  masked: '••••••••••••',
  show: 'Ver o cambiar',
  hide: 'Ocultar',
  members: (count) => plural(count, { one: '1 miembro', other: `${count} miembros` }),
  ofIndex: (index) => `índice ${index}`,
  help:
    'Se guardan solas cuando la credencial de grupo y la parte van juntas. Hasta entonces, el firmante ' +
    'sigue con lo guardado.',
  decoded: 'Decodificada',
  decodedOf: (what) => `Decodificada: ${what}`,
  raw: 'Original',
  identity: 'Firma como',
  groupUndecodable: 'No se pudo decodificar la credencial de grupo',
  shareUndecodable: 'No se pudo decodificar la credencial de parte',
  removed:
    'Ya no hay credenciales guardadas en este servidor: se borraron en otra ventana o las borró otro ' +
    'programa. En Volver a configurar puedes poner otras.',
  partsMissing:
    'No se pudo cargar lo que comprueba y decodifica las credenciales, así que aquí no se puede cambiar ' +
    'nada. Recarga la página.',

  otherShare: 'La parte guardada no es de este grupo. Escribe también una parte de este grupo.',
  otherGroup: 'Esta parte no es del grupo guardado. Escribe también su credencial de grupo.',
  keptMeanwhile: 'Sin guardar. El firmante sigue con las credenciales guardadas.',
  pausing: 'Van juntas, guardando…',
  saving: 'Guardando…',
  saved: 'Credenciales guardadas. El firmante se inicia con ellas.',
  savedOtherKeyset: (name) =>
    `Se guardaron credenciales de otro conjunto. Sigue llamándose “${name}”: se cambia en Volver a la ` +
    'configuración.',
  saveFailed: 'No se guardaron las credenciales',
}

export const changes: Translation<typeof english.changes> = {
  cleared: 'Se borraron las credenciales guardadas desde otro lugar',
  changed: 'Se guardaron otras credenciales desde otro lugar',
}
