/** What the store needs of a logger: pino's shape. */
export type StoreLog = Readonly<
  Record<'info' | 'warn' | 'error', (details: object, message: string) => void>
>
