import type { scan as english } from '#contract/texts/scan.ts'
import type { Translation } from '#contract/translation.ts'

export const scan: Translation<typeof english> = {
  camera: 'Mit der Kamera scannen',
  lead: 'Halte den Code vor die Kamera. Das Bild bleibt in diesem Browser.',
  noCamera: 'Die Kamera ließ sich nicht öffnen',
  noCameraMore: 'Erlaube dieser Seite die Kamera, oder mach ein Bild vom Code und wähle dieses.',
  picture: 'Bild des Codes wählen',
  noCode: 'In diesem Bild ist kein lesbarer QR-Code',
}
