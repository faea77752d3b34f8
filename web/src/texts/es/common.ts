import type { common as english } from '#contract/texts/common.ts'
import type { Translation } from '#contract/translation.ts'

export const common: Translation<typeof english> = {
  title: 'Floe',
  rootMissing: 'Floe: falta el elemento #root, así que no se puede mostrar nada',
  loading: 'Cargando…',

  close: 'Cerrar',
  cancel: 'Cancelar',
  done: 'Hecho',
  failed: 'Falló',
  partly: 'Hecho en parte',
  undo: 'Deshacer',
  retry: 'Reintentar',
  more: 'Ver más',
  show: (what) => `Mostrar ${what}`,
  hide: (what) => `Ocultar ${what}`,
  about: (subject) => `Acerca de: ${subject}`,

  copy: (what) => `Copiar ${what}`,
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar',
  copyByHand: 'Este navegador no deja que una página copie. Selecciona el texto y cópialo a mano.',

  fileUnreadable: 'Este archivo no se puede leer. Elígelo de nuevo.',

  languages: 'Idiomas',
  toasts: 'Mensajes',

  unreachable: 'No se llega al servidor',
  serverError: (status) => `Respuesta inesperada del servidor (HTTP ${status})`,
  noAnswer: (seconds) => `Sin respuesta en ${seconds} s`,
  networkError: 'Error de red. Inténtalo de nuevo.',

  justNow: 'ahora mismo',
  ago: (duration) => `hace ${duration}`,
}
