import { readConfig } from '#config/read-config.ts'

/** The names of all variables that the server reads, including the NAME_FILE of each secret. */
export function variablesRead(): string[] {
  const names = new Set<string>()
  const environment = new Proxy<Record<string, undefined>>(
    {},
    { get: (_, name) => void names.add(String(name)) },
  )
  readConfig(environment, false)
  return [...names]
}
