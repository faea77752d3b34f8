import { pluralsOf } from '#contract/plurals.ts'
import type { settings as english } from '#contract/texts/settings.ts'
import type { Translation } from '#contract/translation.ts'

const plural = pluralsOf('es')

export const settings: Translation<typeof english> = {
  title: 'Ajustes',
  list: 'Secciones de los ajustes',
  toList: 'Todos los ajustes',
  search: 'Buscar en los ajustes',
  searchPlaceholder: 'Buscar',
  searchKey: '/',
  clearSearch: 'Borrar la búsqueda',
  results: 'Ajustes encontrados',
  found: (count) =>
    count === 0
      ? 'Ningún ajuste tiene estas palabras'
      : plural(count, { one: '1 ajuste encontrado', other: `${count} ajustes encontrados` }),
  within: (section) => `en ${section}`,

  sections: {
    identity: {
      title: 'Esta identidad',
      lead: 'El nombre y la imagen que ven los demás.',
      words: 'yo perfil npub nostr',
    },
    relays: {
      title: 'Relays',
      lead: 'Dónde se encuentran este firmante y los demás dispositivos.',
      words: 'relé servidor red conexión websocket wss url dirección',
    },
    protocol: {
      title: 'Protocolo',
      lead: 'A qué responde este firmante.',
      words: 'versión generación 1.x 2026 frost seguridad',
    },
    notices: {
      title: 'Avisos',
      lead: 'Cómo te enteras de que algo te espera.',
      words: 'notificación notificaciones push alerta teléfono móvil celular telegram mensaje',
    },
    login: {
      title: 'Acceso y sesiones',
      lead: 'Con qué inicias sesión, y dónde hay sesiones abiertas.',
      words: 'cuenta usuario entrar login seguridad',
    },
    keys: {
      title: 'Claves para programas',
      lead: 'Qué pueden hacer aquí los scripts y otros programas.',
      words: 'api token bot automatización alcance permisos reglas desarrollador',
    },
    backups: {
      title: 'Copias de seguridad',
      lead: 'Copias de todo lo que guarda este servidor, y el camino de vuelta.',
      words: 'exportar guardar copia respaldo backup disco',
    },
    browser: {
      title: 'Este navegador',
      lead: 'Lo que solo vale aquí y no en tus otros dispositivos.',
      words: 'apariencia aspecto dispositivo local',
    },
    secrets: {
      title: 'Secretos',
      lead: 'La parte y la credencial de grupo con las que funciona el firmante.',
      words: 'clave privada nsec bfshare bfgroup',
    },
    audit: {
      title: 'Auditoría',
      lead: 'Quién hizo qué, y cuándo.',
      words: 'registro historial diario log',
    },
    about: {
      title: 'Acerca de Floe',
      lead: 'Versión, ayuda y licencias.',
      words: 'información',
    },
  },

  single: {
    profile: {
      title: 'Perfil',
      words: 'nombre imagen avatar foto kind 0 tipo metadatos',
    },
    firstGeneration: {
      words: 'dispositivos viejos antiguos rechazar responder advertir advertencia',
    },
    onboarding: {
      words: 'unirse incorporar incorporación aprobar invitar nuevo dispositivo',
    },
    where: { title: 'Adónde van los avisos', words: 'ntfy webhook url token' },
    password: {
      title: 'Usuario y contraseña',
      words: 'clave credenciales iniciar sesión cambiar nombre',
    },
    sessions: {
      title: 'Sesiones',
      words: 'cerrar sesión salir logout dispositivos dirección ip terminar',
    },
    apiKeys: { title: 'Claves de API', words: 'token revocar crear' },
    api: {
      words: 'openapi swagger documentación referencia',
    },
    download: { words: 'descargar exportar frase contraseña migrar equipo' },
    schedule: {
      words: 'automática automático diaria diario horas intervalo conservar',
    },
    restore: { words: 'importar subir recuperar' },
    language: { title: 'Idioma', words: 'traducción english deutsch español lengua' },
    theme: {
      title: 'Colores',
      words: 'tema oscuro claro noche modo apariencia aspecto contraste',
    },
    sound: {
      title: 'Sonido',
      words: 'audio silenciar ruido pitido campana pregunta solicitud',
    },
    records: {
      title: 'Registros de partes en este navegador',
      words: 'copia guardar almacenar recordar recuperar',
    },
    warnings: {
      title: 'Advertencias descartadas',
      words: 'ocultas mostrar volver otra vez',
    },
    credentials: {
      title: 'Credencial de grupo y parte',
      words: 'mostrar copiar revelar ver qr',
    },
    change: {
      title: 'Cambiar o borrar las credenciales',
      words:
        'configurar sustituir reemplazar editar nombre otro conjunto de claves eliminar quitar restablecer limpiar vaciar',
    },
    version: {
      title: 'Versión',
      words: 'publicación actualizar actualización nueva última',
    },
    help: {
      title: 'Ayuda',
      words: 'documentación guía manual léeme problemas soporte errores fallos contacto',
    },
    report: {
      title: 'Informe para quien ayude',
      words: 'doctor diagnóstico depurar registro soporte',
    },
    licences: {
      title: 'Licencias',
      words: 'mit código abierto libre derechos autor terceros avisos',
    },
  },

  profile: 'Mostrar el nombre y la imagen que esta identidad tiene en nostr',
  profileHint:
    'Entonces Floe pide el perfil a los relays de este conjunto de claves, y la imagen a donde esté ' +
    'guardada, cada pocas horas. Los relays se enteran de que alguien pregunta por esta clave pública, y ' +
    'el servidor de la imagen, de la dirección de este servidor. Tu navegador no pregunta a ninguno.',
  profileLooking: 'Buscándolo…',
  profileNone: 'Estos relays no tienen un perfil de esta identidad, o ninguno con nombre.',
  profileNotSaved: 'No se guardó',

  themes: {
    system: ['Como el sistema', 'Claro u oscuro, según esté ajustado este dispositivo.'],
    light: ['Claro', 'Texto oscuro sobre fondo claro.'],
    dark: ['Oscuro', 'Texto claro sobre fondo oscuro.'],
  },
  browserLanguage: 'El del navegador',
  soundHint: 'Dos tonos breves. Un navegador no reproduce nada hasta que hayas tocado la página.',

  setAside: (count) =>
    count === 0
      ? 'No hay advertencias descartadas en este navegador.'
      : plural(count, {
          one: 'Hay 1 advertencia descartada en este navegador.',
          other: `Hay ${count} advertencias descartadas en este navegador.`,
        }),
  bringBack: 'Volver a mostrarlas',

  noCredentials: 'Todavía no hay credenciales guardadas en este servidor.',
  configure: 'Configurar el firmante',
  credentialsLead: 'Ocultas, en los detalles del firmante, que vuelve a preguntar quién eres.',
  changeLead:
    'Otras credenciales, otro nombre, otro conjunto de claves o ninguno: entonces el firmante se detiene.',

  running: (version) => `Floe ${version}`,
  built: (commit, when) =>
    when === null ? `Hecho del commit ${commit}.` : `Hecho del commit ${commit}, del ${when}.`,
  builtUnknown: 'Esta versión no sabe de qué commit se hizo.',
  asks: 'Preguntar si hay una versión más nueva',
  asksHint: (registry) =>
    `Una vez al día como máximo, este servidor pregunta a ${registry} qué versión tiene la imagen más ` +
    'reciente. El registro conoce así la dirección de este servidor, y nada más. Floe nunca se actualiza ' +
    'a sí mismo.',
  asking: 'Preguntando…',
  isNewest: (when) => `Esta era la versión más reciente ${when}.`,
  newer: (version) => `Hay una versión nueva, Floe ${version}. Actualízalo como lo instalaste.`,
  couldNotAsk: (when) => `No se pudo preguntar ${when}. Se intenta de nuevo dentro de un día.`,
  asksNotSaved: 'No se guardó',
  helpLead: 'Estas páginas están en la web: las pide allí tu navegador, no este servidor.',
  links: {
    readme: 'Qué es Floe',
    guide: 'Poner en marcha Floe',
    issues: 'Preguntas y fallos',
  },
  reportLead:
    'Lo que debe saber quien te ayude: versión, plataforma, ajustes por su nombre, relays por host, dispositivos por número, los últimos errores. No contiene ninguna clave, contraseña ni valor de un ajuste.',
  reportSave: 'Guardar el informe',
  reportFailed: 'No se pudo hacer el informe',
  licenceLead:
    'Floe es software libre bajo la licencia MIT. La página y el servidor contienen obras de otras ' +
    'personas, bajo estas licencias.',
  licenceOf: { floe: 'Licencia de Floe', web: 'En la página', server: 'En el servidor' },
  licenceFailed: 'No se pudieron cargar las licencias',
}
