import { pluralsOf } from '#contract/plurals.ts'
import type { access as english } from '#contract/texts/access.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const access: Translation<typeof english> = {
  title: 'Este servidor requiere autenticación',
  lead: 'Inicia sesión para continuar',
  methodsLabel: 'Cómo iniciar sesión',
  methods: { 'basic-auth': 'Usuario y contraseña', 'api-key': 'Clave de API' },
  username: 'Usuario',
  password: 'Contraseña',
  apiKey: 'Clave de API',
  apiKeyBlank: 'Una clave de API no puede ser solo espacios',
  submit: 'Iniciar sesión',
  submitting: 'Iniciando sesión…',
  failed: 'No se pudo iniciar sesión',
  limited: (minutes) =>
    `Demasiadas peticiones, inténtalo de nuevo en ${plural(minutes, { one: '1 minuto', other: `${minutes} minutos` })}. ` +
    'Desde otra dirección puedes iniciar sesión enseguida.',
  limitOver: 'Ya puedes intentarlo de nuevo.',
  linkRefused: 'Este enlace de acceso ya se usó o tiene más de diez minutos. Pide uno nuevo:',
  ended: 'Tu sesión ha terminado.',
  restored:
    'El servidor se restauró desde una copia de seguridad, y eso cierra todas las sesiones. Inicia ' +
    'sesión con los datos de acceso que contiene la copia.',
  endedKept:
    'Lo que hay en esta página se queda aquí. Inicia sesión de nuevo en otra pestaña de este ' +
    'navegador y luego sigue aquí.',
  statusFailed: 'No se pudo averiguar cómo se inicia sesión. Inténtalo más tarde.',
  statusUnreachable: 'No se pudo conectar con el servidor para averiguar cómo se inicia sesión.',
  asksAgain: 'Esta página lo intenta de nuevo cada pocos segundos y continúa por sí sola.',
  authentication: 'Autenticación',
  rateLimiting: 'Límite de intentos',
  enabled: (on) => (on ? 'Sí' : 'No'),
  sessionTimeout: 'Duración de la sesión',
  minutes: (count) => plural(count, { one: '1 minuto', other: `${count} minutos` }),
  noLogin:
    'Todavía no hay datos de acceso, así que se entra con un enlace: está en el registro del ' +
    'servidor, vale diez minutos y sirve una sola vez. Donde se ejecuta Floe, esto crea uno nuevo:',
  lostLogin: '¿Perdiste tus datos de acceso?',
  lostLoginHelp:
    'Donde se ejecuta Floe, esto crea un enlace con el que entras una vez. Después puedes elegir otra ' +
    'contraseña o crear otra clave de API.',
  linkAction: (name) => `La acción “${name}” en la página de la aplicación`,
  theCommand: 'comando',

  confirm: {
    title: 'Confirma que eres tú',
    lead:
      'Lo que muestra partes y claves, o amplía derechos, es solo para quien acaba de iniciar ' +
      'sesión. Inicia sesión otra vez; vale durante cinco minutos.',
    link:
      'Todavía no hay datos de acceso. Donde se ejecuta Floe, esto crea un nuevo enlace de acceso; ' +
      'ábrelo en este navegador para continuar:',
    submit: 'Confirmar',
    submitting: 'Confirmando…',
    failed: 'No se pudo confirmar',
    cancelled: 'No has confirmado que eres tú',
  },
}
