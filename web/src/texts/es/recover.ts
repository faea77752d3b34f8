import { pluralsOf } from '#contract/plurals.ts'
import type { recover as english } from '#contract/texts/recover.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const recover: Translation<typeof english> = {
  title: 'Recuperar el nsec',
  requirement: (threshold, total) =>
    `Necesitas ${threshold} de ${total} partes para recuperar tu nsec`,
  progress: (valid, threshold) => `${valid} de ${threshold} partes válidas`,
  warning:
    'Recuperar une tu clave entera en el servidor y la muestra en este navegador: hazlo solo en equipos ' +
    'en los que confíes.',
  plainHttp:
    'Esta página llegó por HTTP sin cifrar: las partes y la clave cruzarán tu red sin cifrar.',

  group: 'Credencial de grupo',
  groupPlaceholder: 'Escribe la credencial de grupo (bfgroup1...)',
  groupHint:
    'La misma para todas las partes del conjunto de claves. Dice cuántas partes hacen falta.',
  groupFits: (threshold, total) => `Válida: un conjunto de claves de ${threshold} de ${total}`,
  autoDetected: 'Autodetectada',
  savedUnreadable: (reason) =>
    `No se pudieron leer las partes guardadas (${reason}). Escribe las credenciales a mano.`,

  shares: 'Partes',
  share: (position) => `Parte ${position}`,
  sharePlaceholder: (position) => `Escribe la parte ${position} (bfshare1...)`,
  shareHint: 'Se pueden pegar varias partes a la vez.',
  shareFits: (index) => `Parte ${index} de este grupo`,
  shareLoose: (index) =>
    `Parte ${index}. Si es de tu conjunto de claves se sabrá cuando la credencial de grupo sea válida.`,
  checking: 'Comprobando…',
  add: (count, threshold) => `Añadir otra parte (${count}/${threshold})`,
  remove: (position) => `Quitar la parte ${position}`,
  tooManyPasted: (max) =>
    `Un grupo tiene como máximo ${max} partes: se dejó fuera lo que pegaste de más`,

  shareStructure: 'La parte tiene una estructura interna no válida',
  shareRepeated: (index, position) =>
    `Es otra vez la parte ${index}, como en el campo ${position}: la misma parte cuenta una vez`,
  shareSealed: 'Es un paquete que se abre con una contraseña',
  openFirst: 'ábrelo en la pantalla de configuración y copia la parte de allí',
  shareIsGroup: 'esto es una credencial de grupo, que tiene su propio campo',
  groupStructure: 'La credencial de grupo tiene una estructura interna no válida',
  groupFormat: 'Formato bfgroup no válido: debe ser una credencial codificada en bech32m',
  groupOther: (reason) => `Grupo no válido: ${reason}`,
  groupIsShare: 'esto es una parte, que tiene su propio campo',

  needGroup: 'Escribe antes una credencial de grupo válida.',
  needShares: (missing) =>
    plural(missing, {
      one: 'Escribe 1 parte más de este grupo.',
      other: `Escribe ${missing} partes más de este grupo.`,
    }),
  ready: 'Todo listo para recuperar.',
  submit: 'Recuperar el nsec',
  submitting: 'Procesando…',

  succeeded: (shares) =>
    `El nsec se recuperó con ${plural(shares, { one: '1 parte', other: `${shares} partes` })}`,
  ignored: (shares) =>
    plural(shares, {
      one: 'Se ignoró 1 parte no válida',
      other: `Se ignoraron ${shares} partes no válidas`,
    }),
  failed: (reason) => `No se pudo recuperar el nsec: ${reason}`,
  failedReason: 'Falló la recuperación',
  nsec: 'nsec',
  npub: 'Clave pública',
  masked: 'oculto',
  goneLater:
    'Cópialo adonde lo guardes: desaparece de aquí en cuanto sales de esta pestaña o de la página.',
}
