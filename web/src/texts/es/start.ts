import type { start as english } from '#contract/texts/start.ts'
import type { Translation } from '#contract/translation.ts'

export const start: Translation<typeof english> = {
  lead:
    'Este servidor guardará una parte de tu clave de nostr y firmará junto con tus otros dispositivos. ' +
    '¿Cómo empiezas?',
  doorsLabel: 'De dónde recibe su parte este servidor',
  doors: {
    create: { title: 'Crear una clave', text: 'Empiezo de cero' },
    join: { title: 'Unirse con invitación', text: 'De otro dispositivo' },
    bring: { title: 'Tengo una parte', text: 'Y su credencial de grupo' },
  },

  restore: '¿Tienes una copia de seguridad de Floe?',
  restoreDo: 'Restáurala',
  another: '¿Quieres otra identidad aquí?',
  others: 'Crear una clave o unirse',

  elsewhere: {
    nsec: {
      title: 'Esto es una clave entera',
      text: 'Ningún dispositivo debería tenerla solo: se divide en partes, y no se guarda.',
      go: 'Dividirla',
    },
    npub: {
      title: 'Esto es una dirección pública',
      text:
        'No contiene nada secreto: solo dice quién firma. Necesitas una parte de su clave (bfshare1…), de ' +
        'la app que creó el conjunto de claves, o una invitación (bfonboard1…), de otro dispositivo.',
      go: null,
    },
    app: {
      title: 'Esto es el enlace de una app',
      text: 'Las apps se conectan en Apps, cuando este servidor tenga su parte.',
      go: 'Abrir Apps',
    },
    share: {
      title: 'Esto es una parte, no una invitación',
      text: 'Va en el formulario para partes.',
      go: 'Llevarla allí',
    },
  },
}
