import { SHARE_EXPOSED_BY } from '#contract/limits.ts'
import { pluralsOf } from '#contract/plurals.ts'
import type * as english from '#contract/texts/needs.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

const barriers = {
  owner: 'La firma está detenida.',
  stopped: 'El firmante no está en marcha.',
  relay: 'No hay señal de ningún relay.',
  off: 'Todos los protocolos están desactivados.',
  looking: 'Aún no han respondido todos los dispositivos.',
  peers:
    'Hay muy pocos dispositivos en línea. Enciende uno, conéctalo a la red y abre su aplicación de firma.',
  policy: 'Tus interruptores o reglas excluyen a los dispositivos que están en línea.',
  older: 'Los dispositivos en línea solo hablan el protocolo 1.x, que aquí se rechaza.',
  refused: 'Los dispositivos en línea dicen que no responden a este servidor.',
  nonces: 'Los dispositivos en línea no han dado nonces, necesarios para firmar.',
} as const

export const needSentences: Translation<typeof english.needSentences> = {
  'open-access':
    'Entra cualquiera que llegue a este servidor, porque no hay inicio de sesión. Configura uno, salvo que solo tú llegues a él.',
  'no-credentials': 'Aún no hay ninguna parte configurada en este servidor.',
  question: ({ count }) =>
    plural(count, {
      one: 'Una pregunta espera tu respuesta.',
      other: `${count} preguntas esperan tu respuesta.`,
    }),
  'join-request': ({ count }) =>
    plural(count, {
      one: 'Un dispositivo pide unirse. Permítelo solo si lo estás configurando ahora mismo.',
      other: `${count} dispositivos piden unirse. Permítelo solo si los estás configurando ahora mismo.`,
    }),
  stopped: 'Has detenido la firma. No se firma nada hasta que la reanudes.',
  'stop-not-kept':
    'No se pudo guardar la detención: un reinicio la terminaría. Libera espacio en el disco de este servidor.',
  'not-started': 'No se pudo iniciar el firmante, así que no se firma nada.',
  'no-relay': ({ count }) =>
    plural(count, {
      one: 'No hay señal del relay, así que no se llega a ningún dispositivo.',
      other: `No hay señal de ninguno de los ${count} relays, así que no se llega a ningún dispositivo.`,
    }),
  'relay-gone': ({ url }) =>
    `No hay señal de ${url} desde hace un día o más. Si ya no existe, usa otro relay.`,
  'cannot-sign': ({ why }) => `No se puede firmar nada. ${barriers[why]}`,
  'one-way': ({ why }) => `La firma solo funciona en una dirección. ${barriers[why]}`,
  'device-gone': ({ device }) =>
    `${device} no aparece desde hace una semana o más. Enciéndelo, conéctalo a la red y abre su aplicación de firma, o sustitúyelo.`,
  'v1-exposure': ({ device, count }) =>
    count >= SHARE_EXPOSED_BY
      ? `${device} tiene ${count} firmas parciales de esta parte en el protocolo 1.x: las suficientes para calcularla.`
      : `${device} tiene ${plural(count, { one: 'una firma parcial', other: `${count} firmas parciales` })} de esta parte en el protocolo 1.x. Con tres puede calcular la parte.`,
  'v1-shut-out': ({ device }) =>
    `Se rechaza a ${device}: ahora solo habla el protocolo 1.x, más antiguo, aunque antes hablaba 2026. Actualiza su ` +
    'aplicación, o permítele 1.x, en el que tres firmas revelan esta parte.',
  'two-devices': ({ device }) =>
    `Dos dispositivos usan la parte de ${device}, y por eso fallan las firmas. Apaga el que fue sustituido y borra allí su parte.`,
  'own-share-twice':
    'Otro dispositivo usa la parte de este servidor. Los dos responden y se estorban: detén uno de ellos.',
  'whole-key-here': ({ count, needed }) =>
    `Esta máquina tiene ${count} partes, y ${needed} son la clave entera: quien se haga con ella puede firmar. Añade tus otros dispositivos.`,
  'share-lost': ({ count }) =>
    plural(count, {
      one: 'Una parte no estaba en la copia restaurada, y ningún dispositivo la tiene. Reparte partes nuevas.',
      other: `${count} partes no estaban en la copia restaurada, y ningún dispositivo las tiene. Reparte partes nuevas.`,
    }),
  'share-elsewhere': ({ device, text }) => `${device}: ${text}`,
  'proof-failed': ({ device, text }) => `${device} aún no ha demostrado que firma. ${text}`,
  'backup-none':
    'No hay copia de seguridad. Si esta máquina falla, se pierden su parte y sus ajustes.',
  'backup-old': 'La última copia de seguridad es antigua: no contiene lo que se configuró después.',
  'backup-failed': ({ text }) => `La última copia programada falló. ${text}`,
  'clock-wrong': ({ span, isAhead }) =>
    `El reloj de este servidor va ${span} ${isAhead ? 'adelantado' : 'atrasado'}. Ponlo en hora y mantenlo así (NTP): si no, se rechazan mensajes.`,
  'disk-full': ({ text }) => text,
  'no-notifications':
    'Nadie se entera cuando algo te necesita y no estás aquí. Configura adónde van las notificaciones.',
  warning: ({ text }) => text,
}
