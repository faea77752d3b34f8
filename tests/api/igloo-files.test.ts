import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { iglooCalls } from '../fixtures/igloo-calls.ts'
import { compose, example, healthChecks, umbrel, uses } from '../fixtures/igloo-settings.ts'

/** A checkout of igloo-server v1.1.0: its files are not ours to keep. */
const { IGLOO_SERVER_SOURCES: sources = '' } = process.env

const read = (path: string): string => readFileSync(join(sources, path), 'utf8')

const settingsIn = (text: string, start: RegExp): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line.replace(start, '')) ?? []
      return name === undefined || !start.test(line) ? [] : [[name, value]]
    }),
  )

interface Service {
  environment: string[] | Record<string, string>
  healthcheck: { test: string[] }
}

const serviceIn = (path: string, name: string): Service =>
  (parse(read(path)) as { services: Record<string, Service> }).services[name] as Service

interface Schema {
  $ref?: string
  type?: string
  items?: Schema
  properties?: Record<string, unknown>
  oneOf?: Schema[]
  allOf?: Schema[]
}
interface Described {
  paths: Record<string, Record<string, { responses: Record<string, Content | Schema> }>>
}
interface Content {
  content?: { 'application/json'?: { schema?: Schema } }
}

describe.skipIf(sources === '')(
  'What the other tests take from igloo-server’s files is there:',
  () => {
    test('its example of settings, and what it suggests for each use', () => {
      const text = read('env.example')
      const [, ...suggested] = text.split(/^# (?=(?:DEVELOPMENT|PERSONAL|TEAM|PRODUCTION) )/m)

      expect(settingsIn(text, /^(?!#)/)).toEqual(example)
      expect(suggested.map((part) => settingsIn(part, /^# (?=[A-Z_]+=)/))).toEqual(
        Object.values(uses),
      )
    })

    test('the settings and checks of its compose files', () => {
      const own = serviceIn('compose.yml', 'igloo-server')
      const theirs = serviceIn('packages/umbrel/igloo/docker-compose.yml', 'igloo')

      const { environment } = own
      expect(settingsIn([environment].flat().join('\n'), /^/)).toEqual(compose)
      expect(own.healthcheck.test).toEqual(['CMD-SHELL', healthChecks.compose])
      expect({
        ...theirs.environment,
        // Umbrel makes the first, and may set the second.
        ...{ ADMIN_SECRET: umbrel.ADMIN_SECRET, ALLOWED_ORIGINS: umbrel.ALLOWED_ORIGINS },
      }).toEqual(umbrel)
      expect(theirs.environment).toHaveProperty(
        'ALLOWED_ORIGINS',
        `\${ALLOWED_ORIGINS:-${umbrel.ALLOWED_ORIGINS}}`,
      )
      expect(theirs.healthcheck.test).toEqual(['CMD-SHELL', healthChecks.umbrel])
    })

    test('each call that it describes, with its good answer', () => {
      const described = JSON.parse(read('docs/openapi/openapi.json')) as Described
      const follow = <T extends Schema>(part: T): T => {
        if (part.$ref === undefined) return part
        const steps = part.$ref.slice(2).split('/')
        const found = steps.reduce<unknown>(
          (at, step) => (at as Record<string, unknown>)[step],
          described,
        )
        return follow(found as T)
      }
      const fieldsOf = (given: Schema): string[] => {
        const schema = follow(given)
        if (schema.items !== undefined && schema.type === 'array') return fieldsOf(schema.items)
        const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? [])]
        return [...Object.keys(schema.properties ?? {}), ...parts.flatMap(fieldsOf)]
      }
      const calls = Object.entries(described.paths).flatMap(([path, methods]) =>
        Object.entries(methods)
          .filter(([method]) => ['get', 'post', 'put', 'delete', 'patch'].includes(method))
          .map(([method, { responses }]) => {
            const [status = ''] = Object.keys(responses).filter((code) => code.startsWith('2'))
            const { content } = follow(responses[status] as Content & Schema)
            const fields = new Set(fieldsOf(content?.['application/json']?.schema ?? {}))
            return [`${method.toUpperCase()} ${path}`, Number(status), [...fields]]
          }),
      )

      expect(calls).toHaveLength(43)
      expect(iglooCalls).toEqual(calls)
    })

    test('each variable that it reads, which Floe reads too, or names where it is set', () => {
      const folder = join(import.meta.dirname, '../../server/config')
      const known = globSync('*.ts', { cwd: folder })
        .map((path) => readFileSync(join(folder, path), 'utf8'))
        .join('\n')
      const names = globSync('src/**/*.ts', { cwd: sources }).flatMap((path) =>
        [...read(path).matchAll(/process\.env(?:\.|\[['"])([A-Z][A-Z0-9_]+)/g)].map(
          ([, name = '']) => name,
        ),
      )

      expect(names).toEqual(expect.arrayContaining(['HEADLESS', 'GROUP_CRED', 'TRUST_PROXY']))
      const unknown = new Set(names.filter((name) => !known.includes(`'${name}'`)))
      // No owner sets these: CI is set by test machines, NODE_ENV by images, ours too.
      expect([...unknown].sort()).toEqual(['CI', 'NODE_ENV'])
    })
  },
)
