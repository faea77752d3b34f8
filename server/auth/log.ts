/** What auth needs of a logger: pino's shape. */
export type AuthLog = Readonly<
  Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
>
