import type { start as english } from '#contract/texts/start.ts'
import type { Translation } from '#contract/translation.ts'

export const start: Translation<typeof english> = {
  whatItIs:
    'Floe es uno de varios dispositivos que firman juntos por tu identidad de nostr: cada uno tiene una ' +
    'parte de la clave, y ninguno la necesita entera. Está encendido día y noche, para que los demás ' +
    'siempre lo encuentren.',

  title: 'Empieza aquí',
  titleAgain: 'Otro conjunto de claves para este firmante',
  again: (name) => `Ocupa el lugar de ${name}, con el que funciona ahora este firmante.`,
  backToSigner: 'Volver al firmante',
  others: 'Otras opciones',
  back: 'Atrás',

  doors: {
    create: {
      title: 'Crear',
      text: 'Empiezas de cero o tienes una clave entera: divídela en partes, una para cada dispositivo.',
    },
    join: {
      title: 'Unirse',
      text: 'Otro dispositivo tiene una invitación para este: escanéala o tráela como archivo o texto.',
    },
    bring: {
      title: 'Traer una parte',
      text: 'Tienes una parte y una credencial de grupo, de Igloo o de otra app: ponlas aquí.',
    },
  },

  restore: '¿Tienes una copia de seguridad de Floe?',
  restoreDo: 'Restáurala',

  elsewhere: {
    nsec: {
      title: 'Esto es una clave entera',
      text: 'Ningún dispositivo debería tenerla solo: Crear la divide en partes, y no se guarda.',
      go: 'Llevarla a Crear',
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
      text: 'Las apps se conectan en Apps, cuando este firmante tenga su parte.',
      go: 'Abrir Apps',
    },
    share: {
      title: 'Esto es una parte, no una invitación',
      text: 'Va en el formulario para partes.',
      go: 'Llevarla a Traer una parte',
    },
  },
}
