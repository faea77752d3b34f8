import type { sentences as english } from '#contract/codes.ts'
import { pluralsOf } from '#contract/plurals.ts'
import type { Translation } from '#contract/translation.ts'

type Sentences = Translation<typeof english>

const plural = pluralsOf('es')

export const validation: Sentences['validation'] = {
  shareRequired: 'Falta la parte',
  sharePrefix: 'Formato de parte no válido (debe empezar por bfshare)',
  shareLength: (chars) => `Longitud de parte no válida (se esperan unos ${chars} caracteres)`,
  shareBech32m: 'Formato de parte no válido: debe estar en formato bech32m',
  groupRequired: 'Falta el grupo',
  groupPrefix: 'Formato de grupo no válido (debe empezar por bfgroup)',
  groupTooShort: (min) =>
    `La credencial de grupo es demasiado corta (se esperan al menos ${min} caracteres)`,
  groupTooLong: (max) =>
    `La credencial de grupo es demasiado larga (se esperan como máximo ${max} caracteres)`,
  groupBech32m: 'Formato de grupo no válido: debe estar en formato bech32m',
  combinedRequired: 'Falta la credencial',
  combinedPrefix: 'Formato de credencial no válido (debe empezar por bfcred)',
  combinedTooShort: (min) =>
    `La credencial es demasiado corta (se esperan al menos ${min} caracteres)`,
  combinedTooLong: (max) =>
    `La credencial es demasiado larga (se esperan como máximo ${max} caracteres)`,
  combinedBech32m: 'Formato de credencial no válido: debe estar en formato bech32m (bfcred1...)',
  relayRequired: 'Falta la URL del relay',
  relayProtocol: 'La URL de un relay debe usar wss:// o ws://',
  relayFormat: 'La URL del relay no es válida',
  relayDotless:
    'Añade un host sin punto a la variable RELAY_HOSTS, o usa una dirección o un nombre con punto',
  relayTooLong: (max) => `La URL del relay tiene más de ${max} caracteres`,
  relayListTooLong: (max) => `Hay más de ${max} relays en la lista`,
  relayListRequired: 'Hace falta la URL de al menos un relay',
  relayItem: (position, reason) => `Relay ${position}: ${reason}`,
  relayNoneValid: 'Ninguna de las URL de relays es válida',
  relayTooMany: (max) => `No más de ${max} relays`,
  relayListCredential: 'Hay que dar la URL de al menos un relay',
  nsecRequired: 'Falta el nsec',
  nsecFormat: 'El nsec no es válido',
  privateKeyRequired: 'Falta la clave privada',
  privateKeyFormat: 'Formato de clave privada no válido (deben ser 64 caracteres hexadecimales)',
  secretKeyFormat: 'Formato de clave secreta no válido: deben ser 64 caracteres hexadecimales',
  hexKeyFormat: 'Formato de clave no válido: deben ser 64 caracteres hexadecimales',
  nostrKeyFormat: 'Formato de clave de nostr no válido',
  thresholdPositive: 'El umbral debe ser un número entero positivo',
  totalMembersPositive: 'El total de miembros debe ser un número entero positivo',
  thresholdTooHigh: 'El umbral no puede ser mayor que el total de miembros',
  totalMembersTooHigh: (max) => `El total de miembros no puede ser mayor que ${max}`,
  nameRequired: 'Falta el nombre',
  nameTooLong: (max) => `El nombre tiene más de ${max} caracteres`,
  nameTaken: 'Ya existe un conjunto de claves con este nombre',
  noShares: 'No se ha dado ninguna parte',
  notEnoughShares: (need, got) =>
    `No hay suficientes partes. Hacen falta al menos ${need}, y hay ${got}`,
  shareItem: (position, reason) => `Parte ${position}: ${reason}`,
  shareIndexMissing: 'Cada parte debe tener un idx numérico',
  shareNotInGroup: 'La parte no es de este grupo',
  packaged: 'Está protegida con una contraseña: ábrela antes con ella',
}

// These follow 'Grupo no válido: ' and the like, so each is said of a credential without naming it.
export const decoding: Sentences['decoding'] = {
  tooLong: (max) => `tiene más de ${max} caracteres`,
  upperCase: 'debe estar en minúsculas',
  prefix: (expected) => `debe empezar por ${expected}1`,
  alphabet: 'contiene un carácter que bech32m no usa',
  checksum:
    'la suma de comprobación no coincide: falta un carácter, sobra uno o hay uno equivocado',
  bech32: 'su suma de comprobación es bech32 y no bech32m',
  padding: 'no termina en un byte completo',
  tooFewBytes: (need, got) => `tiene muy pocos bytes (${got} de ${need})`,
  extraBytes: (need, got) => `tiene bytes de más (${got}, se esperan ${need})`,
  indexRange: 'su índice no es un número entero de 1 a 4294967295',
  keySize: 'su clave secreta no es de 32 bytes en hexadecimal',
  keyZero: 'su clave secreta es cero',
  keyRange: 'su clave secreta no es menor que el orden de la curva',
  nonceSize: 'un nonce no es de 32 bytes en hexadecimal',
  nonceZero: 'un nonce es cero',
  nonceRange: 'un nonce no es menor que el orden de la curva',
  groupBytes: (base, each) =>
    `su tamaño no corresponde a un grupo (${base} bytes, y ${each} por cada miembro)`,
  noMembers: 'no tiene miembros',
  tooManyMembers: (max) => `tiene más de ${max} miembros`,
  thresholdRange: (members) => `su umbral no es un número de 1 a ${members}`,
  groupKeyPoint: 'su clave de grupo no es un punto de la curva',
  memberIndex: (position) =>
    `el índice del miembro ${position} no es un número entero de 1 a 4294967295`,
  memberIndexTwice: (position) => `el índice del miembro ${position} está repetido`,
  memberKeyPoint: (position) => `la clave del miembro ${position} no es un punto de la curva`,
  memberKeyTwice: (position) => `la clave del miembro ${position} está repetida`,
  memberNoncePoint: (position) => `un nonce del miembro ${position} no es un punto de la curva`,
}

export const v2Decoding: Sentences['v2Decoding'] = {
  notJson: 'no es JSON',
  shareForm: 'sus campos no son los de una parte',
  shareIndex: 'su índice es cero',
  groupForm: 'sus campos no son los de un grupo',
  groupName: 'su nombre está en blanco',
  memberCount: (max) => `no tiene de 1 a ${max} miembros`,
  threshold: (members) => `su umbral no es un número de 1 a ${members}`,
  memberIndex: 'el índice de un miembro es cero',
  memberIndexTwice: 'el índice de un miembro está repetido',
  memberKeyTwice: 'la clave de un miembro está repetida',
  groupKey: 'su clave de grupo no es un punto de la curva',
  memberKey: 'la clave de un miembro no es un punto de la curva',
  unknownPackage: 'no empieza por bfshare1, bfonboard1 ni bfprofile1',
  firstGeneration: 'es una credencial de primera generación',
  otherPackage: (prefix) => `no empieza por ${prefix}1`,
  envelopeForm: 'no contiene una credencial cifrada',
  version: (version) => `su versión no es la ${version}`,
  kdf: 'su clave no se obtiene con Argon2id',
  aead: 'no está cifrado con XChaCha20-Poly1305',
  kdfMemory: (min, max) => `su clave no ocupa entre ${min} y ${max} MiB de memoria`,
  kdfPasses: (min, max) => `su clave no se obtiene en entre ${min} y ${max} pasadas`,
  kdfLanes: (min, max) => `su clave no se obtiene en entre ${min} y ${max} carriles`,
  salt: (bytes) => `su sal no tiene ${bytes} bytes`,
  nonce: (bytes) => `su nonce no tiene ${bytes} bytes`,
  password: 'la contraseña es incorrecta, o está dañado',
  plaintextForm: 'su contenido descifrado tiene una forma equivocada',
  secretKey: 'su clave secreta no es válida',
  noRelays: 'no nombra ningún relay',
  inviterKey: 'la clave de quien invita no es válida',
  profileId: 'su id de perfil no es el de su parte',
  policyChoice: (choice) =>
    `uno de sus permisos es ${choice}, que no es ni unset, ni allow, ni deny, ni ask`,
  indexTooHigh: (max) => `el índice de un miembro es mayor que ${max}`,
  thresholdTooLow: 'El umbral debe ser al menos 2',
}

export const node: Sentences['node'] = {
  shareSchema: 'La parte no es válida',
  groupSchema: 'Los datos del grupo no son válidos',
  notEnoughShares: 'faltan partes',
  invalidCredentials: 'Credenciales de claves no válidas',
  decodeShare: (reason) => `No se pudo decodificar la parte: ${reason}`,
  decodeGroup: (reason) => `No se pudo decodificar el grupo: ${reason}`,
  invalidKeysetParameters: 'Los parámetros del conjunto de claves no son válidos',
  invalidSecretKey: 'La clave secreta no es válida',
  generateKeyset: 'No se pudo generar el conjunto de claves',
  recoveryInput: 'Hacen falta un paquete de grupo y al menos un paquete de parte',
  recoveryNotEnough: (need) => `No hay suficientes partes. Hacen falta al menos ${need}`,
  recoverSecretKey: 'No se pudo recuperar la clave secreta',
  createNode: 'No se pudo crear el nodo Bifrost',
  connectNode: 'No se pudo conectar el nodo Bifrost',
  closeNode: 'No se pudo cerrar el nodo Bifrost',
  pingTimeout: (ms) => `El ping no tuvo respuesta en ${ms} ms`,
  echoResponseTimeout: (seconds) => `El eco no llegó en ${seconds} segundos`,
  peerNotFound: 'No se encontró el dispositivo',
  startMonitoring: 'No se pudo empezar a vigilar los dispositivos',
  createPeerManager: 'No se pudo preparar la gestión de dispositivos',
}

export const request: Sentences['request'] = {
  hashFormat: 'Los hashes y los tweaks deben tener 32 bytes, como 64 caracteres hexadecimales',
  tweaksRefused:
    'Los hashes con tweaks solo se pueden firmar en el protocolo 1.x, que aquí se rechaza',
  tweaksUnknown:
    'Los hashes con tweaks solo se pueden firmar en el protocolo 1.x, para el que aquí no hay credenciales',
  tweaksKeptFrom1x: (peers) =>
    `Los hashes con tweaks solo se pueden firmar en el protocolo 1.x, en el que a ${peers.join(', ')}, que ` +
    `${peers.length === 1 ? 'habla' : 'hablan'} 2026, no se ${peers.length === 1 ? 'le' : 'les'} pregunta salvo ` +
    'que lo permitas',
  timeout: (ms) => `Sin respuesta en ${ms} ms`,
  notPublished: (reasons) => `Ningún relay aceptó el mensaje: ${reasons}`,
  notTaken: (ms) => `Ningún relay recogió el mensaje en ${ms} ms`,
  noCosigner: (need, have) =>
    `No hay suficientes dispositivos para firmar: hacen falta ${need}, se puede pedir a ${have}`,
  tooFewMet: (need, have, reason) =>
    `No responden suficientes dispositivos: hacen falta ${need}, responden ${have}. ${reason}`,
  keyshareWrong: (peers) =>
    `${plural(peers.length, { one: 'El dispositivo', other: 'Los dispositivos' })} ${peers.join(', ')} ` +
    `${plural(peers.length, { one: 'dio', other: 'dieron' })} un trozo equivocado de la clave compartida, ` +
    'y ningún otro pudo sustituirlo. No se cifró ni se descifró nada',
  queueFull: (max) =>
    `La cola de firmas está llena (${max} en espera): inténtalo de nuevo en un momento`,
  stopped: 'Se detuvo el firmante',
  declined: (device) => `La persona en el dispositivo ${device} rechazó la petición`,
  personSilent: (devices, seconds) =>
    `Se preguntó a la persona en el dispositivo ${devices} y no respondió en ${seconds} s. Permite allí este ` +
    'servidor, si hace falta para siempre, e inténtalo de nuevo',
  personAsked: (devices) =>
    `Ya se preguntó por esto a la persona en el dispositivo ${devices} y aún no ha respondido. Responde allí e ` +
    'inténtalo de nuevo',
  v2Off: 'El protocolo 2026 está desactivado',
  proofAway: 'El dispositivo no responde. Abre allí la app y prueba de nuevo',
  proofOlder:
    'En 1.x no se hacen firmas de prueba, porque cada firma revela un trozo de la parte: pasa a 2026',
  proofOff: 'Este servidor no puede pedir firmas al dispositivo: permítelo y prueba de nuevo',
  proofAlone: (count) =>
    plural(count, {
      one: 'Falta un dispositivo en línea: abre allí la app y prueba de nuevo',
      other: `Faltan ${count} dispositivos en línea: abre allí las apps y prueba de nuevo`,
    }),
  keptFrom1x: (peers) =>
    `En el protocolo 2026, que ${plural(peers.length, { one: 'habla', other: 'hablan' })}, no llegó ninguna ` +
    `firma de ${peers.join(', ')}; en el antiguo 1.x, donde una firma revela un trozo de la parte, no se ` +
    `${plural(peers.length, { one: 'le', other: 'les' })} pide nada, salvo que lo permitas para ese ` +
    'dispositivo',
  firstGenerationOff: 'Aquí no hay credenciales para el protocolo 1.x',
  firstGenerationRefused:
    'Aquí se rechaza el protocolo 1.x, y el nuevo está desactivado: no se puede firmar nada',
  noCredentials: 'No hay credenciales guardadas',
}

export const start: Sentences['start'] = {
  invalid: 'No se pudo crear el nodo Bifrost: credenciales no válidas',
  unreadable: (reason) => `Credenciales no válidas: ${reason}`,
}

export const http: Sentences['http'] = {
  invalid: (problem) => problem,
  invalidTarget: 'Destino no válido: target no sirve',
  keysArrayRequired: 'keys debe ser una lista',
  bodyNotJson: 'La petición no es JSON válido',
  bodyNotObject: 'La petición debe ser un objeto JSON',
  noSavedShare:
    'Ningún registro guardado tiene este id. Las credenciales con las que funciona el firmante se borran con ' +
    'POST /api/env/delete',
  invalidPubkey: 'pubkey: debe ser una clave pública de 32 o 33 bytes en hexadecimal',
  mustBeString: 'debe ser un texto',
  mustBeBoolean: 'debe ser true o false',
  wrongMethod: (methods) => `Esta dirección admite ${methods.join(', ')}`,
  upgradeRequired: 'Esta llamada se convierte en un WebSocket: ábrela como ws:// o wss://',
  noGroupCredential: 'No hay credencial de grupo',
  missingCredentials: 'Faltan credenciales',
  nodeNotAvailable: 'El nodo no está disponible',
  bodyTooLarge: 'La petición es demasiado grande',
  recoverInvalid: 'groupCredential o shareCredentials faltan o no son válidas',
  recoverGroup: (reason) => `La credencial de grupo no es válida: ${reason}`,
  recoverNoShares: 'No se ha dado ninguna parte válida',
  recoverTooFew: (need, got) => `Partes insuficientes: hacen falta ${need}, hay ${got}`,
  notAsked: 'Este miembro no ha pedido unirse',
  tooManyRelayTests: 'Demasiadas pruebas de relays: inténtalo de nuevo',
  notFound: 'No encontrado',
  foreignOrigin: 'Se rechazó una petición de otro origen',
  otherHost:
    'Se rechazó una petición de otro origen: se llama a este servidor con otro nombre que a la página. Un proxy ' +
    'delante de él debe transmitir la cabecera Host; o indica la dirección de la página en ALLOWED_ORIGINS',
  otherScheme:
    'Se rechazó una petición de otro origen: la página está en https y a este servidor se le llama en http. Un ' +
    'proxy delante de él debe enviar X-Forwarded-Proto; o indica la dirección de la página en ALLOWED_ORIGINS',
  noHost: 'Falta la cabecera Host: un proxy delante de este servidor debe transmitirla',
  foreignHost:
    'La cabecera Host no está permitida: sin inicio de sesión, este servidor solo responde a direcciones y a ' +
    'nombres de una red doméstica. Indica este host en ALLOWED_ORIGINS',
  internal: 'Error interno del servidor',
  stopping: 'Floe se está deteniendo: inténtalo de nuevo en un momento',
}

export const auth: Sentences['auth'] = {
  required: 'Hay que iniciar sesión',
  openAccess:
    'Acceso abierto: cualquiera que llegue a este servidor puede leer la parte y firmar, sin iniciar sesión',
  signInLink: (url) => `Inicia sesión antes de 10 minutos: ${url}`,
  invalidCredentials: 'Los datos de acceso no son válidos',
  confirm:
    'Esto muestra secretos o amplía derechos: confirma antes que eres tú. Envía tu contraseña o tu clave de API a ' +
    'POST /api/auth/confirm; vale durante cinco minutos',
  tooMany: (seconds) =>
    `Demasiadas peticiones, inténtalo de nuevo en ${plural(seconds, { one: '1 segundo', other: `${seconds} segundos` })}`,
  busy: 'Demasiados inicios de sesión en este momento, inténtalo de nuevo enseguida',
  confirmWrong: 'No es la contraseña ni una clave de API con los mismos derechos',
  scope: (needed) => `Esta clave de API no puede hacerlo: necesita el alcance “${needed}”`,
  usernameRequired: 'Falta el usuario',
  usernameTooLong: (max) => `El usuario tiene más de ${max} caracteres`,
  usernameCharacters:
    'El usuario solo puede tener caracteres imprimibles, sin dos puntos y sin espacios al principio ni ' +
    'al final',
  passwordTooShort: (min) => `La contraseña tiene menos de ${min} caracteres`,
  passwordTooLong: (max) => `La contraseña tiene más de ${max} caracteres`,
  passwordWrong: 'La contraseña actual no es correcta',
  passwordSet: 'Se guardaron el usuario y la contraseña. Todas las demás sesiones han terminado.',
  keyNameRequired: 'Falta el nombre de la clave de API',
  keyNameTooLong: (max) => `El nombre de la clave de API tiene más de ${max} caracteres`,
  keyNameCharacters: 'El nombre de la clave de API solo puede tener caracteres imprimibles',
  keyNameReserved: (name) => `El nombre “${name}” está reservado para la clave de API del entorno`,
  tooManyKeys: (max) => `No más de ${max} claves de API: revoca antes una`,
}

export const store: Sentences['store'] = {
  busy: (file) => `Otro programa tiene ocupado ${file}. Ciérralo e inténtalo de nuevo.`,
  notWritable: (path, users) =>
    users === undefined
      ? `${path} no se puede leer y escribir. Cambia sus permisos.`
      : `${path} pertenece al usuario ${users.owner} y no lo puede leer y escribir el usuario ${users.self}, con el que ` +
        `funciona Floe. Dáselo a ese usuario (chown -R ${users.self} en la carpeta de datos).`,
  corrupt: (file, reason) =>
    `${file} está dañado (${reason}). Restaura una copia de seguridad, o aparta el archivo para empezar de cero.`,
  sealedDamaged: (place) =>
    `El valor sellado ${place} está dañado. Guárdalo de nuevo o restaura una copia de seguridad.`,
  appGone: 'Entretanto, esta app se ha quitado.',
  full: (folder) =>
    `El disco está lleno: en 2026 no se firma nada hasta que haya espacio en ${folder}, ni se guarda nada.`,
  nearlyFull: (folder, megabytes) =>
    `El disco está casi lleno (quedan ${megabytes} MB en ${folder}): cuando lo esté, en 2026 no se firmará nada.`,
  readOnlyFileSystem: (path) =>
    `${path} está en un sistema de archivos de solo lectura: en 2026 no se firma nada, ni se guarda nada. ` +
    'Móntalo con escritura o pon DATA_DIR en otra carpeta.',
  disk: (path, reason) =>
    `${path} no se puede leer o escribir (${reason}). Comprueba que su disco esté en buen estado y ` +
    'montado con permiso de escritura, e inténtalo de nuevo.',
  io: (path, reason) => `${path} no se puede usar: ${reason}`,
  auditFailed: 'No se pudo escribir la auditoría',
}

export const guards: Sentences['guards'] = {
  inBackup: 'alguien la ha cambiado',
  changedOutside: (tables) =>
    `Alguien que no es Floe ha cambiado su base de datos: ${tables.join(', ')}. Lo que se añadió o se ` +
    'cambió se rechaza; lo que falta queda cerrado hasta que lo vuelvas a guardar, y las reglas, los ' +
    'permisos y la detención siguen como tú los dejaste. Comprueba quién puede escribir en la carpeta de ' +
    'datos.',
}

export const backup: Sentences['backup'] = {
  notBackup: (reason) =>
    `Esto no es una copia de seguridad de Floe (${reason}). Usa un archivo hecho con floe backup.`,
  damaged: (reason) => `La copia está dañada (${reason}). No se cambió nada: usa otra.`,
  newer: (found, known) =>
    `La copia es de un Floe más nuevo (esquema ${found}; este conoce hasta el ${known}). No se cambió ` +
    'nada: restáurala con el Floe más nuevo.',
  copyDiffers: (table) =>
    `La copia no coincide con la base de datos (${table}). No se hizo ninguna copia: inténtalo de nuevo.`,
  noKeyForBackup:
    'No hay una clave de sellado que incluir: la carpeta de datos no tiene secret.key y SECRET_KEY no está ' +
    'definida.',
  wrongKey:
    'Las credenciales de la copia están selladas con otra clave. Da también el secret.key del Floe que la ' +
    'hizo (o su SECRET_KEY), o usa una copia que contenga su clave. No se cambió nada.',
  oldKeyWrong:
    'Esta no es la clave con la que están selladas las credenciales de la copia. No se cambió nada.',
  passphraseNeeded:
    'La copia contiene su clave de sellado, cifrada: escribe la frase de contraseña. No se cambió nada.',
  passphraseWrong: 'La frase de contraseña no es correcta, o la clave de la copia está dañada.',
  passphraseLength: (min, max) => `La frase de contraseña debe tener de ${min} a ${max} caracteres`,
  tooLarge: (megabytes) =>
    `La copia ocupa más de ${megabytes} MiB. Restáurala con el comando: floe restore ARCHIVO`,
  cutOff: 'La copia no llegó completa. No se cambió nada.',
  busy: 'Ya hay otra copia o restauración en curso, inténtalo de nuevo en un momento',
  failed: 'No se pudo hacer la copia de seguridad',
  restored:
    'La copia se comprobó y ahora se coloca en su sitio; Floe se reinicia y terminan todas las sesiones.',
  scheduledFailed: (reason) => `Falló la copia programada: ${reason}`,
}

export const packages: Sentences['packages'] = {
  wrongPassword: 'La contraseña no es correcta, o el paquete está dañado',
  firstGeneration:
    'Esta es una parte del protocolo 1.x, que no tiene contraseña: ponla en el campo de la parte',
  unreadable: (reason) => `No se pudo leer el paquete: ${reason}`,
  noUsableRelay:
    'No se puede usar ninguno de los relays de este paquete, así que no se puede buscar su grupo: da ' +
    'también el grupo',
  noneSeen:
    'Ninguno de los relays indicados está en este paquete: ábrelo sin indicar ninguno y mira los que nombra',
  noRelayHeard:
    'No respondió ninguno de los relays de este paquete, así que no se pudo buscar su grupo: inténtalo de ' +
    'nuevo o da también el grupo',
  noBackup:
    'En sus relays no hay ninguna copia de esta parte, así que su grupo no se conoce: da también el grupo, ' +
    'que tienen todos los dispositivos del grupo',
  noRelays:
    'No se puede usar ninguno de los relays configurados aquí, y un paquete tiene que nombrar uno',
  passwordNeeded: 'este paquete se abre con una contraseña: dala también',
  passwordEnds: 'no puede empezar ni terminar con un espacio',
  busy: 'Se están abriendo o creando demasiados paquetes, inténtalo de nuevo en un momento',
  noMemory: (need, have) =>
    `Este paquete ocupa ${need} MiB de memoria durante unos segundos, y Floe dispone de ${have}: cierra otra cosa en ` +
    'esta máquina o sube el límite de su contenedor, e inténtalo de nuevo',
}

export const joining: Sentences['joining'] = {
  package: (reason) => `No se puede leer esta invitación: ${reason}`,
  sameShare:
    'Este dispositivo ya funciona con la parte de este paquete: no hay nada a lo que unirse',
  ownInvitation: 'El paquete nombra su propia parte como el dispositivo que invita: pide otro',
  noUsableRelay: 'No se puede usar ninguno de los relays del paquete: pide otro paquete',
  noneSeen:
    'Ninguno de los relays que permitiste está en el paquete: ábrelo, mira sus relays e indica a cuáles ' +
    'conectarse',
  noRelay: (problems) =>
    `No se pudo llegar a ningún relay del paquete (${problems}). Comprueba que este dispositivo tenga ` +
    'conexión e inténtalo de nuevo.',
  denied:
    'El otro dispositivo lo ha rechazado. Haz que su propietario permita este, e inténtalo de nuevo antes ' +
    'de diez minutos.',
  declined:
    'La persona en el otro dispositivo lo ha rechazado. Haz que permita este, e inténtalo de nuevo.',
  silent: (tries) =>
    `El otro dispositivo no ha respondido, aunque se le preguntó ${plural(tries, { one: 'una vez', other: `${tries} veces` })}. ` +
    'Comprueba que esté encendido, que use los mismos relays y que su propietario haya permitido este; ' +
    'después inténtalo de nuevo.',
  group: (reason) =>
    `El otro dispositivo ha respondido con un grupo que no corresponde: ${reason}. Pide a su propietario un ` +
    'paquete para el grupo correcto.',
  otherInviter: 'el otro dispositivo no es miembro de él',
  noncesNotKept:
    'Los nonces que hacen falta para firmar no se pudieron escribir en la carpeta de datos. Libera espacio ' +
    'en ella o repárala, e inténtalo de nuevo.',
  notKept:
    'El grupo ha llegado y no se pudo escribir en la carpeta de datos. Libera espacio en ella o repárala, ' +
    'e inténtalo de nuevo.',
  nothing: 'No ha llegado ningún grupo que se pueda guardar: empieza con una invitación',
  unforeseen: 'No se pudo hacer en este momento: inténtalo de nuevo',
  underWay: 'Hay una incorporación en curso: abandónala antes',
}

export const signer: Sentences['signer'] = {
  stopNotKept: (reason) =>
    `Todo está parado ahora. Un reinicio lo levantaría, porque no se pudo anotar: ${reason} Floe lo intenta ` +
    'hasta que se pueda.',
}

export const signing: Sentences['signing'] = {
  unfinished: 'algo se rompió al hacerlo, el registro dice qué; pídelo de nuevo',
  unanswered: (id) =>
    `Se ha preguntado al propietario y aún no ha respondido: GET /api/questions/${id} dice qué resulta`,
  nodeUnavailable: (reason) => `El nodo no está disponible: ${reason}`,
  otherGroup: 'desde que se preguntó al propietario, el firmante tiene la parte de otro grupo',
}

export const settings: Sentences['settings'] = {
  deletedHere: (keys) =>
    `No se usa ${keys} del entorno, porque se eliminó en la consola. Guárdalo allí otra vez o quítalo del ` +
    'entorno.',
}

export const ownerWarning: Sentences['ownerWarning'] = {
  firstGenerationRefused:
    'Aquí se rechaza, como has elegido. A los pings y ecos se sigue respondiendo.',
  firstGeneration: (peer) =>
    `El dispositivo ${peer} firma con el protocolo antiguo 1.x. Cada firma revela en él un trozo de esta ` +
    'parte, y tres bastan para que otro firmante la deduzca. Actualiza la app de ese dispositivo a una que ' +
    'hable el protocolo 2026.',
  shutOut: (peer) =>
    `El dispositivo ${peer} ya solo habla el protocolo antiguo 1.x, y en él se le rechaza, porque una vez se le oyó en ` +
    '2026: no se lleva a nadie hacia atrás. Si se volvió a poner una app más antigua, actualízala, o permite 1.x con él, ' +
    'en el que tres firmas revelan esta parte.',
  generationNotKept: (peer) =>
    `No se pudo guardar que el dispositivo ${peer} habla el protocolo 2026: libera espacio en el disco`,
  thirdInFirst: (peer) =>
    `El dispositivo ${peer} está a punto de recibir una tercera firma parcial de esta parte en el protocolo ` +
    '1.x: con ella puede deducir la parte. Reparte partes nuevas en el protocolo 2026.',
  v2Off: (reason) =>
    `El protocolo 2026 está desactivado: ${reason}. A los dispositivos que hablan el protocolo 1.x se les ` +
    'sigue respondiendo; repara la carpeta de datos y reinicia Floe.',
  v2Unfit: (reason) =>
    `El protocolo 2026 está desactivado, porque esta identidad no encaja en él: ${reason}. A los ` +
    'dispositivos que hablan el protocolo 1.x se les sigue respondiendo.',
  exchangeUnweighted: (peer) =>
    `El dispositivo ${peer} pide intercambios de claves, para cifrar o descifrar como esta identidad, y su app, un ` +
    'Igloo anterior a 2026-06, los suma mal: los demás no pueden leer lo que cifra, ni él lo que cifran los ' +
    'demás. Actualízala a Igloo beta, o cifra y descifra con un Floe.',
  noncesFailing:
    'No se pueden escribir nonces en la carpeta de datos, así que no se firma nada en el protocolo 2026. ' +
    'Libera espacio en ella o repárala; la firma sigue después por sí sola.',
  noncesNotOpened: 'no se pueden guardar sus nonces',
  noncesNotDeleted:
    'No se pudieron eliminar los nonces de las credenciales eliminadas: quita nonces.db de la carpeta de ' +
    'datos mientras Floe está detenido',
  noncesNeeded:
    'no se pueden guardar los nonces con los que firman estas credenciales. Repara la carpeta de datos o ' +
    'libera espacio en ella, y reinicia Floe',
  noNoncesGiven: (peer) =>
    `${peer} responde, pero no da ninguno de sus nonces, así que no se le pueden pedir firmas: en ese ` +
    'dispositivo, permite las respuestas a “onboard” de este firmante, o carga de nuevo su perfil.',
  twoDevices: (peer, index) =>
    `Dos dispositivos usan la parte del dispositivo ${index} (${peer}): los dos responden a sus pings. Se ` +
    'estorban y las firmas fallan: apaga el que fue reemplazado y elimina allí su parte.',
  onboardingAsked: (peer, index) =>
    `El dispositivo ${index} (${peer}) pide unirse. Permítelo si es un dispositivo que estás ` +
    'configurando en este momento. Si no, puede que alguien tenga su paquete y su contraseña y pueda pedir ' +
    'firmas con la parte que contiene: recházalo, desactiva su recv y su send y reparte partes nuevas.',
}

export const clock: Sentences['clock'] = {
  setBack: (span) =>
    `El reloj de este servidor se atrasó ${span}. Se volvió a preguntar a los relays, y la firma sigue.`,
  setForward: (span) =>
    `El reloj de este servidor se adelantó ${span}, o la máquina estuvo en suspensión. Se volvió a preguntar a los relays.`,
  ahead: (span) =>
    `El reloj de este servidor está mal: va ${span} por delante de los de sus dispositivos y relays, que pueden rechazar ` +
    'sus mensajes. Ponlo en hora y haz que se mantenga así (NTP).',
  behind: (span) =>
    `El reloj de este servidor está mal: va ${span} por detrás de los de sus dispositivos y relays, que pueden rechazar ` +
    'sus mensajes. Ponlo en hora y haz que se mantenga así (NTP).',
  right: 'El reloj de este servidor vuelve a coincidir con los de sus dispositivos y relays.',
}

export const rules: Sentences['rules'] = {
  noCaller: 'No hay tal miembro del grupo ni tal clave de API',
  tooMany: (max) => `No más de ${max} reglas: elimina antes una`,
  loginForLong:
    'Quien tenga un inicio de sesión firmado puede usarlo, así que el permiso para uno se recuerda diez ' +
    'minutos como máximo: elige 10 minutos o responde solo a este',
  noKind:
    'Solo las firmas son de un tipo: recuerda la operación en su lugar, o responde solo a esta solicitud',
  blindKind:
    'Quien pide no muestra lo que se firma, así que no se conoce su tipo: recuerda la operación en su ' +
    'lugar, o responde solo a esta solicitud',
  kindsUnfit:
    'Son demasiados tipos para una regla: recuerda la operación en su lugar, o responde solo a esta ' +
    'solicitud',
  noCounterparty:
    'Esto no afecta a ninguna persona: recuerda la operación en su lugar, o responde solo a esta solicitud',
  severalCounterparties:
    'Esto afecta a varias personas: recuerda la operación en su lugar, o responde solo a esta solicitud',
  outranked: (by) =>
    `No cambiaría nada, porque ${by} tiene preferencia: cambia eso, o responde solo a esta solicitud`,
}

export const reservedShares: Sentences['reservedShares'] = {
  hasKeyset:
    'Este firmante ya funciona con un conjunto de claves, y no se cambió nada: elimina antes sus credenciales',
  noKeyset:
    'Este firmante todavía no tiene un conjunto de claves: crea uno, o dale una parte y su grupo',
  relaysFor1x: 'relays: las partes de 1.x no nombran ninguno',
  unknown: 'Aquí no se guarda ninguna parte con este índice',
  nameNeeded: 'Di cómo se llama el dispositivo que recibe esta parte',
  nameTaken: (name) =>
    `Ya hay otro dispositivo que se llama ${name}. Ponle a este un nombre propio`,
  own: 'Esta es la parte de este mismo firmante, y ningún otro dispositivo debe usarla también',
  online: (device) =>
    `${device} está en línea con esta parte. Dos dispositivos no deben usar una misma parte: apágalo antes para siempre`,
  handedOut: (device) =>
    `Esta parte ya se entregó para ${device}. Es solo para ese dispositivo: muéstrala otra vez, o usa otra parte`,
  done: (device) =>
    `${device} tiene esta parte y ha firmado con ella, así que ya no se guarda aquí`,
  lost: 'Ninguna copia de seguridad contiene esta parte, así que no volvió al restaurar: tráela o reparte partes nuevas a todos los dispositivos',
  kept: 'Esta parte ya se guarda aquí',
  replaces: (device) =>
    `Esta es la parte de ${device}. Quien la tiene es el mismo miembro: si ${device} todavía se usa, o puede volver, los dos se estorbarían. Continúa solo si no va a volver nunca`,
  changedMeanwhile: 'Alguien acaba de hacer algo con esta parte: mira otra vez',
  waiting: (count) =>
    plural(count, {
      one: 'Aquí se guarda una parte de este conjunto de claves para otro dispositivo: espera a que ese dispositivo haya firmado con ella, o elimínala antes',
      other: `Aquí se guardan ${count} partes de este conjunto de claves para otros dispositivos: espera a que esos dispositivos hayan firmado con ellas, o elimínalas antes`,
    }),
  restoreLoses: (count) =>
    plural(count, {
      one: 'Aquí se guarda una parte para otro dispositivo, y no está en ninguna copia de seguridad: espera a que ese dispositivo haya firmado con ella, o elimínala antes de restaurar',
      other: `Aquí se guardan ${count} partes para otros dispositivos, y no están en ninguna copia de seguridad: espera a que esos dispositivos hayan firmado con ellas, o elimínalas antes de restaurar`,
    }),
  needsOthers: (count) =>
    plural(count, {
      one: 'Tiene que haber un dispositivo más en línea para firmar junto con él',
      other: `Tiene que haber ${count} dispositivos más en línea para firmar junto con él`,
    }),
  hasOther:
    'con esta parte está en línea un dispositivo que no ha abierto esta invitación. Es otro, que tenía la parte antes: apágalo para siempre, pues dos dispositivos no deben usar una misma parte',
  twoDevices:
    'hay dos dispositivos en línea con esta parte. Apaga para siempre el que la tenía antes',
  notKept: 'No se pudo anotar qué ha sido de ella: ¿está lleno el disco?',
}

export const apps: Sentences['apps'] = {
  wishUnknown: (wish) =>
    `allow: «${wish}» no es nada que se pueda permitir: sign_event:1, nip44_decrypt y similares`,
  wishMisfit: (wish) => `allow: «${wish}» no está entre lo que pide el enlace`,
  transportKey:
    'Las claves que responden a las apps no se entregan aquí a nadie ni las fija nadie: floe import igloo trae la de un ' +
    'igloo-server',
  noAppYet: 'Aún no hay ninguna app cuyos relays pudieran ser estos: conecta una primero',
  noSession:
    'Ninguna app está emparejada con esta clave: haz que se conecte por su enlace (POST /api/nip46/connect) o por uno ' +
    'de aquí (POST /api/apps/invite)',
  requestUnknown: 'No se encuentra la petición',
  notByCaller: 'Lo que piden las apps lo hace el propio firmante: permítelo o recházalo',
  policyBeyond: 'policy: afecta a más que esta petición, y eso requiere el permiso admin',
  notALink: 'Esto no es un enlace nostrconnect://: cópialo de nuevo de la app',
  isOwnLink:
    'Esto es un enlace bunker://, que es para la app; aquí va un enlace nostrconnect://, que muestra la app',
  linkKey: 'El enlace no contiene una clave válida: cópialo de nuevo de la app, entero',
  linkSecret:
    'El enlace no tiene secreto, así que la app no sabría quién le responde: cópialo de nuevo de la app, entero',
  linkRelays:
    'El enlace no nombra ningún relay donde encontrar la app: cópialo de nuevo de la app, entero',
  plainRelay: (url) => `${url} no va cifrado: un relay público debe empezar por wss://`,
  unheard: (relays) =>
    `No se puede llegar a ninguno de los relays de la app (${relays.join(', ')}): no se cambió nada. Inténtalo de nuevo, o elige otros en la app`,
  noRelays: 'No hay ningún relay configurado: da antes uno al firmante',
  tooManyRelays: (max) => `Una app puede tener ${max} relays como máximo`,
  noKey: 'Todavía no hay una clave con la que firmar: configura antes el firmante',
  tooMany: (max) => `Puede haber ${max} apps como máximo: quita antes una`,
}

export const imports: Sentences['imports'] = {
  nothing: (path) => `No hay ningún igloo-server en ${path}: da su carpeta, su igloo.db o su .env`,
  unreadable: (path, code) =>
    `${path} no se puede leer (${code}): da a este usuario permiso para leerlo`,
  notIgloo: (what) =>
    `Esto no es la base de datos de igloo-server (${what}): da su igloo.db o su .env`,
  neither: 'Esto no es el igloo.db de igloo-server ni su .env',
  damaged: (reason) =>
    `La base de datos de igloo-server está dañada (${reason}). No se importó nada: da otra copia de ella, con el igloo.db-wal o igloo.db-journal que haya al lado`,
  newer: (step) =>
    `Esta base de datos la escribió un igloo-server más nuevo (${step}). No se importó nada: actualiza Floe`,
  running: (how) =>
    `igloo-server sigue funcionando (${how}). Detenlo antes, para siempre: dos firmantes con la misma parte se perjudican. No se importó nada`,
  isOpen: (pid) => `el proceso ${pid} tiene abierta su base de datos`,
  answers: (address) => `responde en ${address}`,
  changes: 'sus archivos cambian mientras se leen',
  taken:
    'Floe ya tiene un conjunto de claves, y solo admite uno. No se importó nada: borra antes sus credenciales (Volver a configurar, Borrar credenciales; o quítalas del entorno), o importa en otro Floe',
  noUsers: 'En esta base de datos nadie tiene cuenta: no hay nada que importar',
  whichUser: (names) =>
    `Aquí tienen una parte varias personas (${names.join(', ')}), y Floe solo admite una: di de quién es, y da su contraseña`,
  userUnknown: (name, names) =>
    `Aquí nadie se llama ${name}: solo ${plural(names.length, { one: 'está', other: 'están' })} ${names.join(', ')}`,
  noShare: (name) => `${name} no tiene ninguna parte en igloo-server: no hay nada que importar`,
  noShareInEnvironment:
    'En este .env no hay SHARE_CRED con GROUP_CRED: donde se inicia sesión con un usuario, están en igloo.db',
  passwordNeeded:
    'Hace falta la contraseña de igloo-server: abre la parte. Da --password-file, o un terminal donde preguntarla',
  passwordWrong: (name) =>
    `La contraseña no abre la parte de ${name}: no es correcta, o la base de datos está dañada`,
  credentials: (reason) => `Las credenciales de igloo-server no se pueden usar: ${reason}`,
  tooLarge: (megabytes) =>
    `El archivo ocupa más de ${megabytes} MiB. Impórtalo con el comando: floe import igloo RUTA`,
  cutOff: 'El archivo no llegó completo. No se importó nada',
  changed: 'Floe cambió mientras esto se preparaba. No se importó nada: inténtalo de nuevo',
  busy: 'Ya hay otra importación en curso, inténtalo de nuevo en un momento',
  besideTooLong: 'beside: es más de lo que hay',
  share: (index, threshold, members, name) =>
    `Parte ${index} del conjunto de claves${name === undefined ? '' : ` “${name}”`}, ${threshold} de ${members}`,
  relays: (urls) => `Relays: ${urls.join(', ')}`,
  usualRelay: (url) => `Relay: ${url}, el que usa igloo-server cuando no hay ninguno configurado`,
  peerName: (key, name) => `Dispositivo ${key}: se llama “${name}”`,
  peerDenied: (key, what) => `Dispositivo ${key}: ${what}`,
  notAsked: 'este firmante no le pide nada',
  notAnswered: 'este firmante no le responde',
  neitherWay: 'este firmante ni le pide nada ni le responde',
  login: (name) => `El acceso de ${name}, con la misma contraseña`,
  apiKey: (name, scope) => `Clave de API “${name}”, que sigue funcionando: alcance ${scope}`,
  app: (name, allowed) => `App “${name}”, que sigue conectada: ${allowed}`,
  asksAll: 'se te pregunta por todo lo que quiera',
  without: (wishes) => `sin preguntar: ${wishes.join(', ')}`,
  staysOwner: (name, own) =>
    `El acceso de ${name}: aquí inicias sesión como ${own}, igual que antes`,
  staysLogin: (name, reason) => `El acceso de ${name}: ${reason}`,
  loginAtEnd: 'Sesiones: todos inician sesión de nuevo',
  notMember: (key) => `Lo ajustado para ${key}: no es un dispositivo de este conjunto de claves`,
  note: (key, note) => `La nota sobre el dispositivo ${key}, “${note}”: aquí solo hay nombres`,
  revoked: (count) =>
    plural(count, {
      one: 'Una clave de API revocada',
      other: `${count} claves de API revocadas`,
    }),
  othersKeys: (count) =>
    plural(count, {
      one: 'Una clave de API creada para otra persona',
      other: `${count} claves de API creadas para otras personas`,
    }),
  keyThere: (name) => `Clave de API “${name}”: ya está aquí`,
  keyUnfit: (name) => `Clave de API “${name}”: lo que se guarda de ella está dañado`,
  keysFull: (name, max) => `Clave de API “${name}”: puede haber ${max} como máximo`,
  keyExample: 'API_KEY: es la de ejemplo de igloo-server, que todos conocen: crea una nueva',
  keyShort: (min) =>
    `API_KEY: cualquiera podría adivinarla: crea una de al menos ${min} caracteres`,
  passExample:
    'El acceso de BASIC_AUTH_USER: su contraseña es la de ejemplo de igloo-server, que todos conocen',
  appThere: (name) => `App “${name}”: ya está aquí`,
  appUnfit: (name) => `App “${name}”: su clave está dañada, así que hay que vincularla de nuevo`,
  appRelays: (name) =>
    `App “${name}”: no se puede usar ninguno de sus relays, así que hay que vincularla de nuevo`,
  appsFull: (name, max) => `App “${name}”: puede haber ${max} como máximo`,
  appRights: (name, reason) => `Lo que la app “${name}” puede hacer sin preguntar: ${reason}`,
  noTransport: (count) =>
    plural(count, {
      one: 'Una app: falta la clave que le responde, así que hay que vincularla de nuevo',
      other: `${count} apps: falta la clave que les responde, así que hay que vincularlas de nuevo`,
    }),
  appsRevoked: (count) =>
    plural(count, { one: 'Una app revocada', other: `${count} apps revocadas` }),
  logins: (name) =>
    `Que la app “${name}” inicie sesión sin preguntar: ese permiso no se da aquí para siempre, así que se te pregunta`,
  waiting: (count) =>
    plural(count, {
      one: 'Una petición de una app que te espera: la app la hace otra vez',
      other: `${count} peticiones de apps que te esperan: las apps las hacen otra vez`,
    }),
  others: (names) =>
    `Lo que otras personas tienen aquí (${names.join(', ')}): cada una necesita su propio Floe`,
  environment: (names) =>
    `Ajustes del entorno, que aquí son los del entorno de Floe: ${names.join(', ')}`,
  unreadablePolicies: 'Lo ajustado para los dispositivos: está dañado',
  stopFirst:
    'Detén antes igloo-server, para siempre: dos firmantes con la misma parte se perjudican',
  writtenLately: (seconds) =>
    `Su base de datos se escribió hace ${plural(seconds, { one: '1 segundo', other: `${seconds} segundos` })}: ¿está detenido igloo-server?`,
}

const inLine = (online: number, all: number): string =>
  `${online} de ${plural(all, { one: '1 dispositivo', other: `${all} dispositivos` })} en línea`
const les = (count: number): string => plural(count, { one: 'le', other: 'les' })

// Parts of one sentence, with semicolons between them.
export const verdict: Sentences['verdict'] = {
  connecting: (relays) =>
    plural(relays, { one: 'Conectando con 1 relay', other: `Conectando con ${relays} relays` }),
  silent: (seconds, next) =>
    `Ningún relay con señal desde hace ${seconds} s, nuevo intento en ${next} s`,
  silentNow: (seconds) => `Ningún relay con señal desde hace ${seconds} s, intentándolo de nuevo`,
  silentBecause: (seconds, next, why) =>
    `Ningún relay con señal desde hace ${seconds} s, nuevo intento en ${next} s (${why})`,
  silentNowBecause: (seconds, why) =>
    `Ningún relay con señal desde hace ${seconds} s, intentándolo de nuevo (${why})`,
  alone: 'Listo: firma solo',
  ready: (online, all) => `Listo: ${inLine(online, all)}`,
  asksOnly: (online, all) => `Pide, pero no responde a nadie: ${inLine(online, all)}`,
  answersOnly: (online, all) => `Responde, pero no puede pedir: ${inLine(online, all)}`,
  looking: (online, all) => `Buscando dispositivos: ${inLine(online, all)}`,
  cannot: (more, online, all) =>
    'No puede firmar: ' +
    `${plural(more, { one: 'falta 1 dispositivo', other: `faltan ${more} dispositivos` })}, ` +
    `hay ${inLine(online, all)}`,
  takes: (needed) => `para una firma hay que poder pedir a ${needed}`,
  older: (count) => `${count} en el protocolo 1.x, que aquí se rechaza`,
  olderMore: (count) => `${count} más en el protocolo 1.x, que aquí se rechaza`,
  unasked: (count) => `a ${count} no se ${les(count)} puede pedir, por sus permisos`,
  unaskedMore: (count) => `a ${count} más no se ${les(count)} puede pedir, por sus permisos`,
  refusing: (count) =>
    `${count} ${plural(count, { one: 'dice que no responde', other: 'dicen que no responden' })} a este firmante`,
  refusingMore: (count) =>
    `${count} más ${plural(count, { one: 'dice que no responde', other: 'dicen que no responden' })} a este firmante`,
  noNonces: (count) =>
    `${count} no ${plural(count, { one: 'da', other: 'dan' })} nonces con los que pedir`,
  noNoncesMore: (count) =>
    `${count} más no ${plural(count, { one: 'da', other: 'dan' })} nonces con los que pedir`,
  unanswered: (count) => `a ${count} no se ${les(count)} responde, por sus permisos`,
  notHearing: (url, error) => `${url}, sin señal: ${error}`,
  slowDown: (url, reason) => `${url} nos pide ir más despacio: ${reason}`,
  refuses: (url, reason) => `${url} rechaza nuestros eventos: ${reason}`,
  moreRelays: (count) => `${count} relays más con problemas`,
}

export const relay: Sentences['relay'] = {
  refused: 'conexión rechazada',
  reset: 'conexión interrumpida',
  hostUnreachable: 'servidor inaccesible',
  networkUnreachable: 'red inaccesible',
  notFound: 'servidor no encontrado',
  lookUp: 'no se pudo resolver el nombre',
  timedOut: 'la conexión tardó demasiado',
  handshake: 'la conexión TLS ha fallado',
  expired: 'el certificado TLS ha caducado',
  selfSigned: 'el certificado TLS es autofirmado',
  otherHost: 'el certificado TLS es de otro servidor',
  unverified: 'no se puede verificar el certificado TLS',
  privateNetwork: 'lleva a una red privada',
  failed: 'la conexión ha fallado',
  failedBy: (code) => `la conexión ha fallado (${code})`,
  http: (status) => `el relay respondió HTTP ${status}`,
  notWithin: (milliseconds) => `sin conexión en ${milliseconds} ms`,

  closed: 'conexión cerrada',
  closedBy: (code) => `el relay cerró la conexión (${code})`,
  closedSaying: (reason) => `el relay cerró la conexión: ${reason}`,
  largeFrame: 'el relay envió un mensaje demasiado grande',
  unread: 'el relay no lee lo que recibe',
  silent: (milliseconds) => `mudo: sin respuesta a un ping en ${milliseconds} ms`,
  notReturned: 'mudo: nuestro propio mensaje no volvió',
  overload: 'envía más de lo que se puede leer',
  oneIdentity: 'el relay conoce una sola clave por conexión',
  authentication: (reason) => `autenticación rechazada: ${reason}`,
  authenticationUnanswered: 'autenticación sin respuesta',
  subscriptionClosed: 'suscripción cerrada',
  subscriptionClosedSaying: (reason) => `suscripción cerrada: ${reason}`,
  subscriptionUnconfirmed: 'suscripción sin confirmar',
  late: (what, milliseconds) => `${what} en ${milliseconds} ms`,
  lateSaying: (what, milliseconds, notice) =>
    `${what} en ${milliseconds} ms; el relay dice: ${notice}`,

  unanswered: (milliseconds) => `sin respuesta en ${milliseconds} ms`,
  notConnected: 'sin conexión',
  tooMany: 'demasiados mensajes sin respuesta',
  echoRejected: (reasons) => `eco rechazado: ${reasons}`,
  ofKind: (kind, reason) => `tipo ${kind}: ${reason}`,
  noReason: 'sin dar un motivo',
  unquoted: 'un servidor de una red privada, que no se cita',
}

export const v2Refusal: Sentences['v2Refusal'] = {
  shareNotInGroup: 'nuestra parte no pertenece al grupo',
  otherGroupKey: 'el grupo no tiene la clave esperada',
  groupKeyUnmade: 'las claves de los miembros no forman la del grupo',
}

export const igloo: Sentences['igloo'] = {
  relaysMissing: 'Falta el campo relays',
  relaysForm: 'relays no tiene la forma correcta: debe ser una lista de textos o null.',
  userIdNeeded: 'userId debe ser un número entero',
  lastUser: 'No se puede borrar el último administrador',
  noUser: 'No se encuentra el usuario',
  noApiKey: 'No se encuentra la clave de API',
  shareMissing: 'Falta shareCredential o groupCredential',
  failed: 'Inicio de sesión fallido',
  confirmReveal: 'Hay que confirmar que se muestre el secreto del administrador',
  adminSecretHidden:
    'El secreto del administrador no se muestra a nadie: está en el entorno del servidor',
}

export const cipher: Sentences['cipher'] = {
  plaintextSize: (max) => `content: debe tener de 1 a ${max} bytes para cifrarse`,
  notNip44: 'content: no es un texto NIP-44 de la versión 2',
  notNip04: 'content: no es un texto NIP-04 (base64, ?iv= y base64)',
  notPublicKey: 'peer_pubkey: no es una clave pública de la curva',
  undecryptable: 'content no se ha podido descifrar',
}

export const questions: Sentences['questions'] = {
  over: (end) => OVER[end],
}

const OVER = {
  allowed: 'Esto ya se había respondido: se permitió',
  refused: 'Esto ya se había respondido: se rechazó',
  'ran out': 'Esto no se respondió a tiempo, lo que cuenta como rechazado',
  stopped: 'Esto terminó cuando se detuvo todo',
} as const

export const policyOutcome: Sentences['policyOutcome'] = {
  stopped: 'Detenido por el propietario: no se hace nada con la clave hasta que se reanude',
  suspended:
    'El propietario ha suspendido a este solicitante: no se hace nada para él hasta que se levante',
  gone: 'Aquí ya no se conoce a este solicitante',
  switch: 'El propietario lo ha desactivado para este solicitante',
  never: 'Los eventos de este tipo no se firman aquí, digan lo que digan las reglas',
  rule: (id) => `Rechazado por la regla ${id}: el propietario puede cambiarla`,
  limit: (id) =>
    `La regla ${id} no permite más por ahora: espera, o que el propietario suba su límite`,
  preset: (preset) => `El ajuste «${preset}» no permite esto`,
  door: 'Esto solo se permite si el propietario hace una regla para ello',
  answer: 'Se preguntó al propietario y lo ha rechazado',
  unanswered: 'Se preguntó al propietario y no respondió a tiempo: inténtalo de nuevo',
  crowded:
    'Demasiadas preguntas esperan al propietario: inténtalo de nuevo cuando algunas estén respondidas',
  unkept:
    'No se ha hecho, porque no se pudo escribir en la carpeta de datos: haz sitio o repárala, e inténtalo de nuevo',
}
