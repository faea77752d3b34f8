import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WITHOUT_EFFECT } from '#config/igloo.ts'
import { variablesRead } from '#tests/support/variables-read.ts'
import { environmentOf, fieldsOf, readYaml } from './check/yaml-file.ts'

const COMPOSE = join(import.meta.dirname, '..', '..', 'docker-compose.yml')

/** What the image or a store sets, the port, which the compose file publishes by number, and what has no effect. */
const NOT_THE_OWNERS: readonly string[] = [
  ...['HOST_NAME', 'DATA_DIR', 'HOST_PORT', 'SIGN_IN_ACTION'],
  ...WITHOUT_EFFECT,
]

test('docker-compose.yml passes on every variable that an owner can set', async () => {
  const compose = await readYaml(COMPOSE, () => {})
  const { floe } = fieldsOf(compose?.content['services'])
  const passedOn = Object.keys(environmentOf(fieldsOf(floe)))
  const taken = variablesRead().filter((name) => !NOT_THE_OWNERS.includes(name))
  expect(passedOn.sort()).toEqual(taken.sort())
})
