import { pluralsOf } from '#contract/plurals.ts'
import type { account as english } from '#contract/texts/account.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const account: Translation<typeof english> = {
  loadFailed: 'No se pudo cargar',

  open:
    'Este servidor no pide iniciar sesión: cualquiera que llegue a él puede leer la parte y firmar. ' +
    'Para que lo pida, inícialo con AUTH_ENABLED=true; entonces muestra un enlace con el que entras.',
  apiDescription: 'Descripción de la API, para programas',

  loginLead:
    'Con qué inicias sesión. Al cambiarlo terminan todas las demás sesiones; las claves de API siguen ' +
    'valiendo, y también el acceso que dé el entorno (BASIC_AUTH_USER), salvo que tenga el mismo nombre.',
  changeLogin: 'Cambiar usuario y contraseña',

  sessionsLead: 'Dónde hay sesiones abiertas ahora.',
  thisSession: 'Esta sesión',
  someProgram: 'Un programa',
  sessionFacts: (user, address, lastUsed) =>
    [user, ...(address === undefined ? [] : [address]), `usada ${lastUsed}`].join(' · '),
  signedIn: (when) => `abierta ${when}`,
  end: 'Terminar',
  endSession: (user, signedIn) => `Terminar la sesión de ${user}, abierta ${signedIn}`,
  sessionEnded: 'La sesión ha terminado',
  sessionNotEnded: 'No se pudo terminar la sesión',
  endOthers: 'Terminar las demás',
  othersEnded: (count) =>
    plural(count, {
      one: 'Ha terminado otra sesión',
      other: `Han terminado otras ${count} sesiones`,
    }),
  othersNotEnded: 'No se pudieron terminar las demás sesiones',

  keysLead:
    'Con qué inician sesión los programas. Las claves mismas solo las tienes tú: Floe no las guarda.',
  noKeys: 'Todavía no hay claves de API.',
  makeKey: 'Crear una clave de API',
  fromEnvironment: 'Viene del entorno: para revocarla, quita de allí API_KEY.',
  keyTimes: (made, lastUsed) =>
    [
      ...(made === null ? [] : [`creada ${made}`]),
      lastUsed === null ? 'aún sin usar' : `usada por última vez ${lastUsed}`,
    ].join(' · '),
  revoke: 'Revocar',
  revokeKey: (name) => `Revocar ${name}`,
  revokeTitle: (name) => `¿Revocar “${name}”?`,
  revokeLead:
    'De ahora en adelante se rechaza a quien la use, y terminan las sesiones que haya abierto. No se ' +
    'puede deshacer.',
  lastLogin:
    'Es el único acceso: cuando hayan terminado las sesiones actuales, esta consola solo se abrirá ' +
    'con un enlace de acceso creado donde se ejecuta Floe.',
  revoking: 'Revocando…',
  revoked: (name) => `Se revocó “${name}”`,
  notRevoked: (name) => `No se pudo revocar “${name}”`,

  newKey: {
    name: 'Nombre',
    nameHint: 'La distingue en la lista y en la auditoría',
    scope: 'Qué puede hacer',
    scopes: {
      read: ['Leer', 'Ver el estado, los dispositivos, los eventos y las cifras'],
      sign: ['Firmar', 'Ver el estado y los dispositivos; firmar, cifrar y descifrar'],
      approve: [
        'Responder solicitudes',
        'Ver las que te esperan y permitirlas o rechazarlas; nada más',
      ],
      admin: ['Todo', 'Todo lo que hay: también la parte, los ajustes y los accesos'],
    },
    make: 'Crear clave de API',
    making: 'Creando…',
    keepTitle: 'Guarda ahora esta clave de API',
    keepLead: (name) =>
      `“${name}” solo se muestra esta vez: después no podrá leerla nadie, tampoco Floe.`,
    kept: 'La he guardado donde la volveré a encontrar',
    what: 'clave de API',
  },

  setUp: {
    title: 'Configura tu acceso',
    lead:
      'El enlace te ha dejado entrar esta vez. Elige cómo vas a iniciar sesión de ahora en adelante. ' +
      'Hasta que lo hagas, esta consola solo se abre con un enlace nuevo, creado donde se ejecuta Floe.',
    methodsLabel: 'Cómo iniciar sesión de ahora en adelante',
    passwordLead:
      'Para iniciar sesión aquí. Las claves de API para programas se pueden crear después.',
    keyLead:
      'Una clave que puede hacerlo todo: para iniciar sesión aquí y para programas. El usuario y la ' +
      'contraseña se pueden elegir después.',
    username: 'propietario',
    keyName: 'Consola',
    setPassword: 'Guardar usuario y contraseña',
    done: 'Tu acceso está configurado.',
    goOn: 'Continuar',
  },

  setPassword: {
    current: 'Contraseña actual',
    fresh: 'Contraseña nueva',
    shown: 'contraseña',
    hint: (min) => `Al menos ${min} caracteres`,
    saving: 'Guardando…',
  },
}
