import { pluralsOf } from '#contract/plurals.ts'
import type { keyset as english } from '#contract/texts/keyset.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const list = new Intl.ListFormat('es')
/** Why nothing can be done with fewer shares than it takes. */
const useless = (count: number): string =>
  plural(count, {
    one: 'quien consiga 1 no puede hacer nada con ella',
    other: `quien consiga ${count} no puede hacer nada con ellas`,
  })

export const keyset: Translation<typeof english> = {
  stepsLabel: 'Pasos',
  steps: { settings: 'Ajustes', shares: 'Partes', summary: 'Resumen' },
  back: 'Atrás',
  next: 'Siguiente',

  settingsTitle: 'Una clave en varias partes',
  settingsLead:
    'Una parte se queda en este servidor. Tú entregas las demás y eliges cuántas firman juntas.',
  name: 'Nombre del conjunto de claves',
  nameHint: 'Para que tú y quienes tengan las partes distingan unos conjuntos de otros.',
  threshold: 'Umbral',
  thresholdHint: 'Partes que firman juntas.',
  totalMembers: 'Total de miembros',
  totalMembersHint: (max) => `Partes en total, ${max} como máximo.`,
  meaning: (threshold, total) => {
    if (total === 1)
      return 'La única parte es la clave entera: si la pierdes, pierdes la clave, y quien la consiga tiene la clave.'
    if (threshold === 1)
      return `Cada una de las ${total} partes es la clave entera: puedes perder todas menos una, pero quien consiga cualquiera tiene la clave.`
    if (threshold === total)
      return `Para firmar hacen falta las ${total} partes: si pierdes una, las demás no sirven, y ${useless(total - 1)}.`
    return `Pueden firmar ${threshold} cualesquiera de las ${total} partes: puedes perder ${total - threshold} y seguir, y ${useless(threshold - 1)}.`
  },
  key: 'Clave',
  keyFresh: 'Una clave nueva',
  keyFreshHint: 'Una identidad nueva de nostr, cuya clave no tiene nadie entera.',
  keyGiven: 'Una clave que ya tienes',
  keyGivenHint: 'Las partes firmarán como la identidad que ya usas.',
  secretKey: 'Clave secreta',
  secretKeyWhat: 'clave secreta',
  secretKeyHint: 'nsec1…, o 64 caracteres hexadecimales. Se usa una vez y no se guarda.',
  identityOf: (npub) => `Es ${npub}`,
  relaysNeeded: 'Los dispositivos se encuentran en estos relays: cada invitación los nombra.',
  more: 'Número de dispositivos, relays, dispositivos antiguos',
  old: 'Crear un conjunto de claves del protocolo 1.x',
  oldHint:
    'Solo si todos los dispositivos son antiguos y no hablan otra cosa: tres firmas en 1.x revelan una parte.',
  create: 'Crear el conjunto',
  creating: 'Creando…',
  created: 'Se creó el conjunto de claves',
  failed: (reason) => `No se pudo crear el conjunto de claves: ${reason}`,
  unreadable:
    'la respuesta del servidor no es un conjunto de claves. Recarga la página e inténtalo de nuevo.',

  shareTitle: (index, total) => `Parte ${index} de ${total}`,
  shareStays:
    'La parte 1 se queda en este servidor. Se guarda cuando terminas, así que no tienes que hacer nada.',
  handOutNext: (count) =>
    plural(count, {
      one: 'Ahora entrega la otra parte. Quien la tenga la necesita junto con la credencial de grupo.',
      other: `Ahora entrega las otras ${count} partes, una por una. Quien tenga una la necesita junto con la credencial de grupo.`,
    }),
  nothingKept:
    'En el servidor todavía no se guarda nada de este conjunto de claves: deja abierta esta página hasta terminar.',
  handOutLead:
    'Lleva la parte y la credencial de grupo al dispositivo que va a tenerlas: como texto, archivo o código QR, por un medio en el que confíes.',
  share: (index) => `Parte ${index}`,
  groupCredential: 'Credencial de grupo',
  groupFact: 'la misma para todos',
  hidden: 'oculta',
  length: (chars) => `${chars} caracteres`,
  what: { share: (index) => `parte ${index}`, group: 'credencial de grupo' },
  download: 'Descargar las dos como archivo',
  downloadHint: 'El archivo no está cifrado: guárdalo como si fuera la clave misma.',
  downloaded: (name) => `Se guardó como ${name}`,
  stored: (index) => `He guardado la parte ${index}`,

  fileAbout: (name, index, total, threshold) =>
    `Conjunto de claves “${name}”, parte ${index} de ${total}. ` +
    plural(threshold, {
      one: 'Cada una firma sola.',
      other: `${threshold} de ellas firman juntas.`,
    }),
  fileSecret: 'Mantén este archivo en secreto.',
  fileUse:
    "Pega cada valor que sigue a '=' en su campo de tu firmante, o da este archivo a igloo-server o a Floe como su entorno.",
  fileFallbackName: 'conjunto',

  qrTitle: (what) => `Código QR: ${what}`,
  qrLead: 'Escanéalo con la app que va a tener la parte. Quien lo fotografíe también la tiene.',
  qrDense: 'Este código es denso: acerca la cámara y no la muevas, o usa el texto o el archivo.',

  summaryTitle: 'Todas las partes están entregadas',
  summaryTitleAlone: 'Tu conjunto de claves está listo',
  summaryLead: 'Por último, guarda la parte 1 en este servidor.',
  size: (threshold, total) => `${threshold} de ${total}`,
  waiting: 'En espera',
  done: 'Listo',
  staysHere: 'se queda aquí, falta guardarla',
  isStored: 'guardada, según confirmaste',
  keyStillWhole:
    'La clave que dividiste sigue existiendo entera donde la tenías: quien la encuentre allí no necesita ninguna parte.',
  firstGeneration:
    'Son credenciales de primera generación: quien tenga una parte y haya recibido tres firmas de otra podría deducir esa otra. Da partes solo a dispositivos en los que confíes, y mantén también en secreto la credencial de grupo.',
  finish: 'Usar la parte 1 en este servidor',

  leaveTitle: '¿Salir y perder estas partes?',
  leaveText: (lost) =>
    'En el servidor no se guarda nada de este conjunto de claves. Si sales ahora, ' +
    plural(lost.length, {
      one: `la parte ${lost[0]} se pierde para siempre.`,
      other: `las partes ${list.format(lost.map(String))} se pierden para siempre.`,
    }),
  leaveUseless: (threshold) =>
    `Entonces quedan menos de ${threshold} partes, así que este conjunto de claves nunca podrá firmar.`,
  stay: 'Quedarme',
  leave: 'Salir y perderlas',
}
