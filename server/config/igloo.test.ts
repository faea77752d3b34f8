import { describe, expect, test } from 'vitest'
import { compose, example, umbrel, uses } from '../../tests/fixtures/igloo-settings.ts'
import { type Config, readConfig } from './read-config.ts'

const read = (environment: Record<string, string>): Config => readConfig(environment, false)
/** The variable that each warning begins with. */
const warned = ({ warnings }: Config) => warnings.map((warning) => warning.split(/[ :=]/)[0])

describe('What starts igloo-server starts Floe', () => {
  test('its example, with one warning for each thing that is weak', () => {
    expect(warned(read(example))).toEqual([
      ...['Variables', 'ADMIN_SECRET', 'API_KEY', 'BASIC_AUTH_PASS', 'SESSION_TIMEOUT'],
    ])
  })

  test('its compose file', () => {
    const { host, port, auth } = read({ ...example, ...compose })

    expect({ host, port }).toEqual({ host: '0.0.0.0', port: 8002 })
    expect(auth).toMatchObject({ enabled: true, sessionTimeout: 3_600, adminSecret: undefined })
  })

  test("Umbrel's values", () => {
    const config = read(umbrel)

    expect(warned(config)).toEqual(['Variables', 'TRUST_PROXY'])
    expect(config.auth.adminSecret?.reveal()).toBe(umbrel.ADMIN_SECRET)
    expect(config.allowedOrigins).toEqual(['@self', 'http://umbrel.local'])
  })

  test.each(Object.entries(uses))('what it suggests for use: %s', (_, environment) => {
    expect(() => read(environment)).not.toThrow()
  })

  test('what is set and has no effect is named in one line, without its value', () => {
    const { warnings } = read({
      ...{ HEADLESS: 'true', SESSION_SECRET: 'never to be seen', FROSTR_SIGN_TIMEOUT: '30000' },
      ...{ NODE_MAX_RETRIES: '', WS_MSG_RATE: ' ', NODE_ENV: 'production' },
    })

    expect(warnings).toEqual([
      'Variables of igloo-server that have no effect here: HEADLESS, SESSION_SECRET, ' +
        'FROSTR_SIGN_TIMEOUT',
    ])
  })
})

describe('ADMIN_SECRET', () => {
  test.each(['REQUIRED_ADMIN_SECRET_NOT_SET', 'ci-auto-admin-secret'])(
    'that everybody knows opens nothing: %s',
    (known) => {
      const { auth, warnings } = read({ ADMIN_SECRET: known })

      expect(auth.adminSecret).toBeUndefined()
      expect(warnings).toEqual([expect.stringMatching(/^ADMIN_SECRET .*opens nothing/)])
    },
  )

  test('that is easy to guess is warned about, without its value', () => {
    const { auth, warnings } = read({ ADMIN_SECRET: 'umbrella' })

    expect(auth.adminSecret?.reveal()).toBe('umbrella')
    expect(warnings).toEqual([expect.stringContaining('ADMIN_SECRET is shorter than')])
    expect(warnings.join()).not.toContain('umbrella')
  })
})
