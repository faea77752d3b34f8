import type { shell as english } from '#contract/texts/shell.ts'
import type { Translation } from '#contract/translation.ts'

export const shell: Translation<typeof english> = {
  tryingAgain: (problem) => `${problem}, reintentando…`,
  logout: 'Cerrar sesión',
  menu: 'menú',
  settings: 'Ajustes',
  colours: 'Claro u oscuro',
  back: 'Atrás',
  leaving: {
    title: '¿Salir de esta página?',
    text: 'Lo que muestra no existe en ningún otro lugar, y se pierde si sales.',
    stay: 'Quedarme aquí',
    leave: 'Salir',
  },
  theme: { system: 'Tema: como el sistema', light: 'Tema: claro', dark: 'Tema: oscuro' },
  screens: 'Pantallas',
  card: 'Firmante',
  tabs: { signer: 'Firmante', apps: 'Apps', activity: 'Actividad', recover: 'Recuperar' },
  backToConfigure: 'Volver a configurar',
  savedShare: 'Parte guardada',
  secretsFailed: 'Las credenciales guardadas no se muestran',
  loadFailed: 'No se pudieron cargar los ajustes',
  notAdmin:
    'Esta clave de API no puede abrir la consola, que muestra las credenciales y por eso necesita una ' +
    'clave con el alcance admin. Los programas pueden seguir usando esta. Cierra la sesión y entra con ' +
    'otra.',
  partFailed: {
    updated: 'Floe se actualizó mientras esta página estaba abierta. Recárgala para seguir.',
    unreachable:
      'No se pudo cargar esta sección de la consola: Floe no responde. Recarga la página cuando vuelva.',
    broken: 'No se pudo mostrar esta sección de la consola. Recarga la página.',
  },
  reload: 'Recargar',
}
