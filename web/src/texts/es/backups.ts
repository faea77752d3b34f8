import { pluralsOf } from '#contract/plurals.ts'
import type { backups as english } from '#contract/texts/backups.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const list = new Intl.ListFormat('es')

export const backups: Translation<typeof english> = {
  lead:
    'Una copia de seguridad contiene todo lo que guarda este servidor: ajustes, credenciales, registros ' +
    'de partes, permisos, contraseña, claves de API y auditoría.',

  download: {
    title: 'Hacer una copia de seguridad',
    kind: 'Qué contiene',
    kinds: {
      withKey: [
        'Con la clave de sellado, bajo una frase de contraseña',
        'Para un equipo nuevo, si se pierde este. Se abre en cualquier lugar: quien tenga el archivo y la ' +
          'frase de contraseña tiene la parte.',
      ],
      plain: [
        'Sin la clave de sellado',
        'Para volver a un estado anterior de este equipo. En uno nuevo no abre nada, salvo que ' +
          'secret.key (o SECRET_KEY) esté guardada también en otro lugar.',
      ],
    },
    made: 'Frase de contraseña, creada para esta copia',
    madeWhat: 'frase de contraseña',
    madeLead:
      'Queda aquí hasta que salgas de esta página y no se guarda en ningún lugar. Anótala y guárdala lejos del archivo: ' +
      'sin ella, nada abre la parte que hay en la copia.',
    kept: 'He guardado la frase de contraseña',
    opens: (name) => `Abre ${name}`,
    makeAnother: 'Que se cree otra',
    chooseOwn: 'Elegir una yo',
    makeOne: 'Que Floe cree una',
    passphrase: 'Frase de contraseña',
    again: 'Repite la frase de contraseña',
    hint: (min) => `Al menos ${min} caracteres. Nadie puede recuperarla por ti.`,
    differs: 'No es la misma frase de contraseña',
    submit: 'Descargar',
    making: 'Haciendo la copia…',
    done: (name) => `Se hizo la copia de seguridad: ${name}`,
    withKeyInName: '-con-clave',
    fallbackName: 'floe.db',
  },

  last: {
    none: 'No se conoce ninguna copia de seguridad. Haz una ahora: si se pierde el disco, se pierde también la parte.',
    withKey: (when) => `La última copia se hizo ${when}, con su clave.`,
    plain: (when) =>
      `La última copia se hizo ${when}, sin la clave: solo se abre donde está la clave.`,
  },

  schedule: {
    title: 'Copias programadas',
    off: 'Desactivadas: Floe no hace ninguna por sí solo.',
    change: 'Cambiar…',
    interval: 'Horas entre copias',
    intervalHint: '24 es una al día; 0, ninguna.',
    intervalWrong: (max) => `Un número entero de 0 a ${max}`,
    keep: 'Cuántas conservar',
    keepWrong: (max) => `Un número entero de 1 a ${max}`,
    save: 'Guardar',
    saving: 'Guardando…',
    saved: 'La programación está en vigor',
    saveFailed: 'No se guardó la programación',
    on: (hours, keep) =>
      `Una cada ${plural(hours, { one: 'hora', other: `${hours} horas` })}; se ` +
      `${plural(keep, { one: 'conserva la última', other: `conservan las ${keep} últimas` })}.`,
    place:
      'En la carpeta backups de la carpeta de datos, sin la clave de sellado y en el mismo disco que los ' +
      'datos: cópialas fuera de este equipo.',
    none: 'Todavía ninguna.',
    list: 'Copias programadas, la más reciente primero',
    next: (when) => `La próxima: ${when}.`,
    showAll: (count) => `Ver las ${count}`,
  },

  check: {
    submit: 'Comprobar este archivo',
    checking: 'Comprobando...',
    sound: (when, version) => `Una copia en buen estado del ${when}, hecha por Floe ${version}.`,
    bare: 'Una base de datos de Floe en buen estado, que no es una copia de seguridad.',
    keys: {
      opened:
        'Contiene su clave y la frase de contraseña la abre: se puede restaurar en cualquier lugar.',
      locked: 'Contiene su clave. Indica la frase de contraseña para saber si la abre.',
      outside: 'No contiene su clave: solo se puede restaurar donde está la clave, como aquí.',
    },
    noKeyset: 'ningún keyset',
    holds: (keysets, apps, apiKeys, rules, entries) =>
      `Contiene: ${keysets}; aplicaciones: ${apps}, claves de API: ${apiKeys}, reglas: ${rules}, entradas de la auditoría: ${entries}.`,
  },

  restore: {
    title: 'Restaurar',
    lead: 'El servidor comprueba primero la copia entera. Si la rechaza, no cambia nada.',
    file: 'Archivo de la copia',
    passphrase: 'Frase de contraseña',
    hint: 'Solo para una copia que contiene su clave. Un servidor que ya tiene la clave no la necesita.',
    otherWay: 'La copia no contiene su clave',
    key: 'secret.key del equipo anterior',
    keyHint:
      'De la carpeta de datos del Floe que hizo la copia; si se inició con SECRET_KEY, un archivo con ese ' +
      'texto.',
    keyTooLarge: 'Esto no es un secret.key: contiene más que una clave',
    noFile: 'Elige antes un archivo',
    submit: 'Restaurar…',

    askTitle: '¿Sustituir lo que tiene este servidor?',
    what: (name, size) => `${name} (${size})`,
    replaced:
      'Los ajustes, las credenciales, los registros de partes, los permisos y la auditoría se sustituyen ' +
      'por lo que contiene la copia, y también la contraseña y las claves de API: las que se revocaron ' +
      'después vuelven a funcionar.',
    ends: 'El servidor se reinicia, mientras tanto no se firma, y terminan todas las sesiones.',
    onePlace:
      'Una misma parte debe funcionar en un solo lugar: detén el servidor del que viene antes de ' +
      'restaurarla aquí.',
    understood: 'Sustituir todo esto por la copia',
    confirm: 'Sustituir y reiniciar',

    sending: 'Enviando la copia…',
    sent: (percent) => `${percent} % enviado`,
    checking: 'El servidor comprueba la copia…',
    restoring: 'Restaurando…',
    restarting: 'El servidor coloca la copia y se reinicia. Esta página continúa por sí sola.',
    slow: 'El servidor aún no ha respondido. Esta página sigue preguntando; el registro del servidor dice por qué tarda tanto.',
    lost: (indices) =>
      plural(indices.length, {
        one: `La parte ${indices[0]} no estaba en la copia de seguridad`,
        other: `Las partes ${list.format(indices.map(String))} no estaban en la copia de seguridad`,
      }),
    done: (madeAt) =>
      madeAt === null
        ? 'La base de datos está en su sitio'
        : `La copia del ${madeAt} está en su sitio`,
    brokeOff:
      'La conexión se cortó antes de enviar toda la copia. No se cambió nada: inténtalo de nuevo.',
    unsure:
      'La copia se envió, pero no llegó respuesta. Recarga esta página: si se restauró, tendrás que ' +
      'iniciar sesión de nuevo y aparecerá en la auditoría.',
  },
}
