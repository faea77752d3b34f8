import { AuthError } from '#auth/errors.ts'
import { ConfigError } from '#config/read-config.ts'
import { ImportError, type ImportErrorCode } from '#import/errors.ts'
import { StoreError, type StoreErrorCode } from '#store/errors.ts'
import { EXIT } from './command.ts'

const EXIT_BY_CODE: Partial<Record<StoreErrorCode, number>> = {
  LOCKED: EXIT.refused,
  EXISTS: EXIT.refused,
  NEWER_DATABASE: EXIT.refused,
  NO_KEY: EXIT.key,
  WRONG_KEY: EXIT.key,
  WEAK_KEY: EXIT.key,
  NO_PASSPHRASE: EXIT.key,
  WRONG_PASSPHRASE: EXIT.key,
  CORRUPT: EXIT.unfit,
  FORGED: EXIT.unfit,
  NO_BACKUP: EXIT.unfit,
}

const EXIT_OF_IMPORT: Record<ImportErrorCode, number> = {
  UNFIT: EXIT.unfit,
  NEWER: EXIT.unfit,
  PASSWORD: EXIT.key,
  USER: EXIT.usage,
  RUNNING: EXIT.refused,
  TAKEN: EXIT.refused,
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof ImportError) return EXIT_OF_IMPORT[error.code]
  return (error instanceof StoreError ? EXIT_BY_CODE[error.code] : undefined) ?? EXIT.failed
}

/** An error as a message for stderr, with a stack only for bugs. */
export function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.problems.join('\n')
  if (error instanceof StoreError || error instanceof AuthError || error instanceof ImportError) {
    return error.message
  }
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${address} is taken by another program: stop it, or set HOST_PORT to a free port.`
  }
  if (code === 'EACCES') {
    return `Port ${port} on ${address} can't be opened: set HOST_PORT to a port above 1023.`
  }
  if (code === 'EADDRNOTAVAIL') {
    return `${address} is not an address of this machine: set HOST_NAME to one that is.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
