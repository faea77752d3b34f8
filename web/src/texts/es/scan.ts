import type { scan as english } from '#contract/texts/scan.ts'
import type { Translation } from '#contract/translation.ts'

export const scan: Translation<typeof english> = {
  camera: 'Escanear con la cámara',
  lead: 'Pon el código delante de la cámara. La imagen no sale de este navegador.',
  noCamera: 'No se pudo abrir la cámara',
  noCameraMore: 'Permite que esta página la use, o toma una foto del código y elígela.',
  picture: 'Elegir una imagen del código',
  noCode: 'En esta imagen no hay ningún código QR que se pueda leer',
}
