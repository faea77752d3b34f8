import type { importing as english } from '#contract/texts/importing.ts'
import type { Translation } from '#contract/translation.ts'

export const importing: Translation<typeof english> = {
  lead: '¿Vienes de igloo-server?',
  begin: 'Importar de igloo-server',

  title: 'Importar de igloo-server',
  steps: 'Pasos',
  stepNames: ['Archivos', 'Contraseña', 'Qué se trae'],

  filesTitle: 'Lo que ha dejado',
  filesLead:
    'Antes, detén igloo-server para siempre: dos firmantes con la misma parte se perjudican. Aquí no se ' +
    'guarda nada hasta que hayas visto qué se traería.',
  way: 'Cómo se entra allí',
  ways: [
    {
      value: 'database',
      title: 'Con usuario y contraseña',
      text: 'Todo está en igloo.db, en su carpeta de datos.',
    },
    {
      value: 'environment',
      title: 'Sin cuenta (HEADLESS)',
      text: 'Las credenciales están en su .env.',
    },
  ],
  database: 'igloo.db',
  log: 'igloo.db-wal, si hay uno al lado',
  environment: 'El texto de .env',
  policies: 'data/peer-policies.json, si existe',
  next: 'Siguiente',
  reading: 'Leyendo…',
  noFile: 'Elige un archivo',
  noText: 'Pega el texto de .env',

  passwordTitle: 'De quién es la parte',
  passwordLead: 'La contraseña la abre. Se usa una sola vez para eso, aquí en este servidor.',
  user: 'Usuario',
  password: 'Contraseña en igloo-server',
  look: 'Ver qué se trae',

  reportTitle: 'Qué se trae',
  reportLead: 'Todavía no se ha guardado nada.',
  signsFor: 'Firma por',
  comes: 'Se trae',
  stays: 'Se queda allí',
  scope: 'Las claves de API que se traen pueden',
  scopes: {
    same: 'Hacer lo que podían allí',
    read: 'Solo leer',
    sign: 'Leer y firmar',
    admin: 'Hacerlo todo',
  },
  stopped: 'igloo-server está detenido y no se volverá a iniciar con esta parte',
  submit: 'Importar',
  submitting: 'Importando…',
  done: 'Importado. No vuelvas a iniciar nunca igloo-server con esta parte.',

  openLabel: 'Parte desde un archivo',
  open: 'Elegir un archivo',
  openLead: 'O desde un archivo, también una imagen de su código QR:',
  scanTitle: 'Escanea el código QR de la parte',
  fileTooLarge: 'Este archivo es demasiado grande para contener una parte',
  fileEmpty: 'No se encontró ninguna parte en él',
}
