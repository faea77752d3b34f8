import { pluralsOf } from '#contract/plurals.ts'
import type { rules as english, names as englishNames } from '#contract/texts/rules.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')
const numbers = new Intl.NumberFormat('es')

export const names: Translation<typeof englishNames> = {
  label: 'Nombre del dispositivo',
  placeholder: 'P. ej.: Teléfono',
  hint: 'Solo lo conoce este servidor. Aparece donde se habla del dispositivo, en lugar de su clave.',
  save: 'Guardar nombre',
  saved: (name) => `Ahora se llama ${name}`,
  taken: 'Ya no tiene nombre',
  failed: 'No se guardó el nombre',
}

export const rules: Translation<typeof english> = {
  title: 'Reglas',
  of: (name) => `Reglas para ${name}`,
  loadFailed: 'No se pudieron cargar las reglas',

  suspend: 'En suspenso',
  suspendHint: 'Se rechaza todo lo que pida, digan lo que digan las reglas.',
  suspendHintOfApp: 'No se responde a nada de lo que pida, digan lo que digan las reglas.',
  suspended: (name) => `${name} está en suspenso`,
  notSuspended: (name) => `${name} ya no está en suspenso`,
  setFailed: 'No se cambió',

  preset: 'Sin una regla propia, puede',
  unasked: 'Sin preguntarte, puede',
  presets: {
    none: {
      peer: ['Lo que digan los interruptores', 'Todo lo que esté encendido, sin preguntarte.'],
      program: ['Lo que permita su alcance', 'Una clave que puede firmar lo hace sin preguntarte.'],
    },
    ask: ['Nada sin preguntar', 'Se te pregunta por todo.'],
    everyday: [
      'Lo cotidiano',
      'Notas, respuestas, reacciones, reenvíos, imágenes, artículos y cifrar. Se te pregunta por lo ' +
        'demás: tu perfil, tus listas, borrar, inicios de sesión, pagos, leer tus mensajes.',
    ],
    careful: [
      'Todo lo que se puede deshacer',
      'Cualquier tipo conocido de evento que no quite nada, y cifrar. Se te pregunta por el perfil, las ' +
        'listas, borrar, los mensajes, los inicios de sesión y los pagos, y por leer tus mensajes.',
    ],
    all: [
      'Firmarlo todo',
      'Lo que quiera que se firme, aunque no lo muestre. Solo se te pregunta antes de que lea tus ' +
        'mensajes o reciba el grupo.',
    ],
  },
  presetSet: (name, preset) => `${name}: ${preset}`,
  change: 'Cambiar',
  changeOf: (preset) => `Cambiar: ${preset}`,

  shows: {
    older:
      'Habla 1.x, que nunca muestra lo que se va a firmar: las reglas por tipos de evento no le afectan; ' +
      'las de lo que no muestra, sí.',
    newer:
      'Las reglas por tipos de evento valen para un dispositivo que muestra lo que quiere que se firme. ' +
      'Un Floe lo hace, en 2026; otros dispositivos no, y lo que quieren que se firme cuenta como no ' +
      'mostrado.',
    unknown:
      'Aún no hay señal de él. Las reglas por tipos de evento solo valen si muestra lo que quiere que se ' +
      'firme, como hace un Floe.',
  },

  list: 'Reglas propias',
  none: 'No tiene reglas propias.',
  others: 'Reglas que le afectan entre otros',
  forEveryone: 'Todos',
  forDoor: {
    peer: 'Todo dispositivo',
    program: 'Toda clave de API',
    app: 'Toda app',
    owner: 'Tú',
  },
  until: (time) => `hasta el ${time}`,
  used: (used, count) => `${used} de ${count} usadas`,
  delete: 'Eliminar',
  deleteOf: (rule) => `Eliminar la regla: ${rule}`,
  deleted: 'Se eliminó la regla',
  deleteFailed: 'No se eliminó la regla',

  add: 'Añadir una regla',
  added: 'La regla ya está en vigor',
  addFailed: 'No se añadió la regla',

  sentence: {
    allow: (deed, limit) => `Puede ${deed}${limit}`,
    ask: (deed) => `Solo si dices que sí puede ${deed}`,
    refuse: (deed) => `No puede ${deed}`,
    limit: (count, per, beyond) =>
      `, ${plural(count, { one: '1 vez', other: `${numbers.format(count)} veces` })} ${per} como máximo; ${beyond}`,
    per: { minute: 'por minuto', hour: 'por hora', day: 'por día' },
    beyond: { ask: 'si son más, te esperan', refuse: 'si son más, se rechazan' },
    and: ' y ',
    anything: 'hacer cualquier cosa',
    anythingWith: (who) => `hacer cualquier cosa que afecte a ${who}`,
    sign: 'firmar cualquier cosa',
    blind: 'firmar lo que no muestra',
    kind: (kind) => `firmar eventos de tipo ${kind}`,
    kindRange: (from, to) => `firmar eventos de los tipos ${from} a ${to}`,
    anyone: 'cualquiera',
    encrypt: (who) => `cifrar textos para ${who}`,
    decrypt: (who) => `leer lo que te envió ${who}`,
    ecdh: (who) => `leer y escribir mensajes privados con ${who}`,
    onboard: 'recibir el grupo',
    in: (deed, nip) => `${deed} (${nip})`,
  },

  form: {
    title: 'Regla nueva',
    verdict: 'Qué pasa',
    effects: {
      allow: ['Puede', 'Se hace al momento, sin preguntarte.'],
      ask: ['Tiene que preguntar', 'Espera hasta que digas que sí.'],
      refuse: ['No puede', 'Se rechaza al momento.'],
    },
    what: 'De qué se trata',
    whats: {
      kinds: 'Firmar ciertos tipos de eventos',
      blind: 'Firmar lo que no muestra',
      sign: 'Firmar cualquier cosa',
      ecdh: 'Mensajes privados',
      onboard: 'Recibir el grupo',
      'nip44.encrypt': 'Cifrar (NIP-44)',
      'nip44.decrypt': 'Descifrar (NIP-44)',
      'nip04.encrypt': 'Cifrar (NIP-04)',
      'nip04.decrypt': 'Descifrar (NIP-04)',
      any: 'Cualquier cosa',
    },
    kinds: 'Tipos de eventos',
    groups: {
      writing: 'Escribir',
      reacting: 'Reaccionar',
      profile: 'Perfil y listas',
      messages: 'Mensajes privados',
      deleting: 'Borrar',
      logins: 'Inicios de sesión y archivos',
      money: 'Pagos',
    },
    chosen: (count) =>
      count === 0 ? '' : plural(count, { one: '1 elegido', other: `${count} elegidos` }),
    otherKinds: 'Otros tipos, por número',
    otherKindsHint: 'Separados por comas; un rango, así: 30000-30999.',
    badKinds: (text) => `“${text}” no es un tipo: números de 0 a 65535, o un rango`,
    noKinds: 'Elige al menos un tipo de evento.',
    tooManyKinds: (max) => `No más de ${max} tipos o rangos en una regla.`,
    counterparty: 'Solo con una persona',
    counterpartyHint: 'Su clave pública: npub1… o 64 caracteres hexadecimales. Vacío: cualquiera.',
    badCounterparty: 'No es una clave pública',
    limited: 'Limitar cuántas veces',
    count: 'Como máximo',
    badCount: (max) => `Un número entero de 1 a ${max}`,
    per: 'En',
    pers: { minute: 'un minuto', hour: 'una hora', day: 'un día' },
    beyond: 'Lo que pase de ahí',
    beyonds: { ask: 'te espera', refuse: 'se rechaza' },
    lasts: 'Cuánto tiempo vale',
    lastsTexts: { '10m': '10 minutos', '1h': 'Una hora', '1d': 'Un día', ever: 'Siempre' },
    reads: 'La regla dice',
    save: 'Añadir regla',
  },
}
