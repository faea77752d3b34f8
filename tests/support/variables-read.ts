import { readConfig } from '#config/read-config.ts'

/** Every variable that the server reads, NAME_FILE of a secret included. */
export function variablesRead(): string[] {
  const names = new Set<string>()
  const environment = new Proxy<Record<string, undefined>>(
    {},
    { get: (_, name) => void names.add(String(name)) },
  )
  readConfig(environment, false)
  return [...names]
}
