import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/configure.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const configure: Translation<typeof english.configure> = {
  title: 'Configurar el firmante',
  titleUpdate: 'Actualizar la configuración del firmante',
  existingTitle: 'Ya hay una configuración',
  existing:
    'Este firmante ya está configurado. Aquí puedes actualizar sus credenciales o borrarlas.',
  warnings: 'Advertencias',

  name: 'Nombre del conjunto de claves',
  namePlaceholder: 'Identidad principal',
  nameHelp:
    'Cómo llamas a este conjunto de claves. El nombre lo eliges tú y se queda en este servidor; no puede ' +
    'haber dos conjuntos con el mismo.',
  share: 'Parte',
  sharePlaceholder: 'bfshare1...',
  shareHelp:
    'La parte secreta de la clave que tiene este servidor. Empieza por bfshare1 y viene de donde se creó ' +
    'el conjunto de claves. De allí vienen también los paquetes con contraseña, que pueden empezar por ' +
    'bfonboard1 o bfprofile1. Cada dispositivo necesita su propia parte: nunca uses una en dos.',
  group: 'Credencial de grupo',
  groupPlaceholder: 'bfgroup1...',
  groupHelp:
    'Dice quiénes son los miembros y cuántos firman juntos. Empieza por bfgroup1 y es la misma en todos ' +
    'los dispositivos. Trátala también como un secreto.',

  shareFormat: 'La parte no es válida. Debe empezar por “bfshare” y estar completa.',
  groupRequired: 'Falta la credencial de grupo',
  groupFormat: 'La credencial de grupo no es válida. Debe empezar por “bfgroup” y estar completa.',
  notOneKeyset: (reason) =>
    `${reason}. Pega la parte y la credencial de grupo de un mismo conjunto de claves.`,
  missing: (fields) => `Falta: ${fields.join(', ')}`,

  ofIndex: (index) => `índice ${index}`,
  ofMembers: (threshold, members) => `${threshold} de ${members}`,
  belong: (index, threshold, members) => {
    if (members === 1) return 'Las dos van juntas: es la única parte de su conjunto de claves.'
    const signers =
      threshold === members
        ? `las ${members} juntas pueden firmar`
        : plural(threshold, {
            one: 'cualquiera de ellas puede firmar sola',
            other: `${threshold} cualesquiera pueden firmar juntas`,
          })
    return `Las dos van juntas: parte ${index} de ${members}; ${signers}.`
  },

  movedShare: 'Eso era una parte: ahora está en el campo Parte.',
  movedGroup: 'Eso era una credencial de grupo: ahora está en el campo Credencial de grupo.',
  filledBoth:
    'En lo que pegaste había una parte y una credencial de grupo: las dos están en sus campos.',
  severalShares: (count) =>
    `Lo que pegaste contiene ${count} partes. Pega solo la que es para este servidor.`,

  created: (button) =>
    'El nuevo conjunto de claves está en los campos: la parte que se queda aquí y la credencial de ' +
    `grupo. Pulsa ${button} para guardarlas.`,

  configure: 'Configurar el firmante',
  saving: 'Guardando…',
  update: 'Actualizar y continuar',
  continue: 'Continuar',
  configured: 'El firmante está configurado. Tus credenciales se han guardado.',
  updated: 'Las credenciales del firmante se han actualizado.',
  saveFailed: 'No se pudieron guardar las credenciales en las variables de entorno',
  refused: (reason) => `No se pudo configurar el firmante: ${reason}`,
  unreachableNext: (reason) =>
    `${reason}. Comprueba que Floe esté funcionando e inténtalo de nuevo.`,
  serverNext: (reason) =>
    `${reason}. No se cambió nada. El registro del servidor dice por qué; después inténtalo de nuevo.`,

  clear: 'Borrar credenciales',
  clearing: 'Borrando…',
  clearTitle: '¿Borrar las credenciales?',
  clearText:
    'Las credenciales guardadas se eliminan de este servidor para siempre y el firmante se detiene. ' +
    'Guarda una copia de la parte en otro lugar si quizá la vuelvas a necesitar.',
  nothingCleared: (reason) => `${reason}. No se eliminó nada; inténtalo de nuevo.`,
  cleared: 'Se borraron las credenciales',
  clearFailed: 'No se pudieron borrar las credenciales',

  relays: 'Relays',
  relaysHelp:
    'Servidores que llevan los mensajes entre los miembros. Todos los miembros necesitan al menos uno en ' +
    'común: elige los que usan tus otros dispositivos.',
  relaysMore: (count) => `y ${count} más`,
  relayCount: (count) => plural(count, { one: '1 relay', other: `${count} relays` }),
  relayPlaceholder: 'wss://relay.example.com',
  relayTest: 'Probar la conexión',
  relayTesting: 'Probando…',
  relayTestNote:
    'Floe se envía a sí mismo un mensaje por cada relay, desde el lugar donde se ejecuta.',
  relayTests: {
    running: 'conectando y enviándonos un mensaje a nosotros mismos, hasta 10 s',
    ok: (latency) => `Funciona${latency}: acepta los mensajes del firmante y los entrega`,
    refuses: (latency, reason) =>
      `Conectado${latency}, pero no acepta los mensajes del firmante: ${reason}`,
    loses: (latency, reason) =>
      `Conectado${latency} y acepta mensajes, pero no devolvió ninguno: ${reason}`,
    unreachable: (reason) => `Sin conexión: ${reason}`,
    failed: (reason) => `Sin probar: ${reason}`,
    noReason: 'no dio un motivo',
  },
  relaysTested: (works, tested) =>
    tested === 1
      ? `El relay ${works === 1 ? 'funciona' : 'no funciona'}`
      : `${plural(works, { one: 'Funciona', other: 'Funcionan' })} ${works} de ${tested} relays`,
  relayUntested: 'Sin probar',
  relayTestWords: { ok: 'Funciona', warn: 'Limitado', bad: 'Falló', wait: 'Probando' },
}

export const scan: Translation<typeof english.scan> = {
  camera: 'Escanear con la cámara',
  lead: 'Pon el código delante de la cámara. La imagen no sale de este navegador.',
  noCamera: 'No se pudo abrir la cámara',
  noCameraMore: 'Permite que esta página la use, o toma una foto del código y elígela.',
  picture: 'Elegir una imagen del código',
  noCode: 'En esta imagen no hay ningún código QR que se pueda leer',
}
