import type { firstGenerationDialog as english } from '#contract/texts/v1.ts'
import type { Translation } from '#contract/translation.ts'

export const firstGenerationDialog: Translation<typeof english> = {
  title: 'Qué implican las credenciales de primera generación',
  lead:
    'Tu clave está dividida para que ningún dispositivo la tenga por sí solo. En el protocolo 1.x, para ' +
    'el que se crearon estas credenciales, la división te protege menos de lo que esperarías.',
  sections: [
    {
      title: 'Qué puede pasar',
      points: [
        'Con cada firma en 1.x, este firmante da al otro dispositivo un trozo de ella. Todos sus trozos se ' +
          'hacen a partir de los mismos números ocultos, así que bastan tres para deducir tu parte.',
        'La credencial de grupo, junto con unas pocas firmas que hayas publicado, basta para deducir la ' +
          'clave entera.',
        'Quien tiene la clave puede firmar como tú y leer lo que se cifra para ti. No lo notarías, y no ' +
          'tiene vuelta atrás.',
      ],
    },
    {
      title: 'Quién podría hacerlo',
      points: [
        'Cada dispositivo que haya recibido tres firmas parciales de este firmante. La lista de ' +
          'dispositivos las cuenta para cada uno. Donde bastan dos partes para firmar, un dispositivo ' +
          'también obtiene una de cada firma que este firmante le pide, y esas entran en la cuenta.',
        'Cualquiera que consiga la credencial de grupo. Cada dispositivo del conjunto de claves tiene una ' +
          'copia, y sus copias de seguridad también.',
      ],
    },
    {
      title: 'Qué hacer',
      points: [
        'Guarda la credencial de grupo tan en secreto como una parte: nada de chats, correos ni capturas ' +
          'de pantalla.',
        'Usa pocos dispositivos, y solo aquellos a los que confiarías la clave entera.',
        'Da por hecho que un dispositivo con tres o más firmas parciales conoce tu parte. Si lo desactivas ' +
          'no recibe más, pero conserva las que tiene.',
        'Si la credencial de grupo puede haberse filtrado, da por hecho que otros conocen la clave y pasa a ' +
          'una nueva. Repartir de nuevo la misma clave no ayuda.',
      ],
    },
    {
      title: 'Qué lo remedia y qué no',
      points: [
        'El protocolo 2026 hace cada firma con números nuevos. Este firmante lo habla con la misma parte, ' +
          'con todo dispositivo que también lo hable; los demás hay que actualizarlos.',
        'Detiene la fuga. No deshace lo que antes se firmó en 1.x.',
      ],
    },
  ],
}
