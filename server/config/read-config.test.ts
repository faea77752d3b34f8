import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isTrustedProxy } from '#auth/client-address.ts'
import { validation } from '#contract/messages.ts'
import { Secret } from '#lib/secret.ts'
import { temporaryFolder } from '../../tests/support/scope.ts'
import { thrownBy } from '../../tests/support/thrown.ts'
import { DEFAULT_PORT } from './limits.ts'
import { type Config, ConfigError, readConfig } from './read-config.ts'

const read = (environment: Record<string, string>): Config => readConfig(environment, false)

/** The problems for which an unusable configuration is refused. */
function problemsOf(environment: Record<string, string>): readonly string[] {
  const error = thrownBy(() => read(environment))
  if (!(error instanceof ConfigError)) throw error
  return error.problems
}

/** A file with this content, and its path. */
function fileWith(content: string | Buffer): string {
  const path = join(temporaryFolder({ onTestFinished }), 'secret')
  writeFileSync(path, content)
  return path
}

const SECRETS = [
  'GROUP_CRED',
  'SHARE_CRED',
  'SECRET_KEY',
  'API_KEY',
  'BASIC_AUTH_PASS',
  'METRICS_TOKEN',
  'BACKUP_PASSPHRASE',
] as const

function secretOf(config: Config, name: (typeof SECRETS)[number]): string | undefined {
  const { auth, backup, env, secretKey, metricsToken } = config
  const secrets = {
    ...{ GROUP_CRED: env.GROUP_CRED, SHARE_CRED: env.SHARE_CRED, SECRET_KEY: secretKey },
    ...{ API_KEY: auth.apiKey, BASIC_AUTH_PASS: auth.basic?.password, METRICS_TOKEN: metricsToken },
    BACKUP_PASSPHRASE: backup.passphrase,
  }
  return secrets[name]?.reveal()
}

/** A password is useless without its user. */
const USER = { BASIC_AUTH_USER: 'alice' }
const withUser = (name: string) => (name === 'BASIC_AUTH_PASS' ? USER : {})

const KEY = 'ab'.repeat(32)

test('The names of the given variables are kept, and none of their values', () => {
  const { given } = read({
    LOG_LEVEL: 'debug',
    API_KEY: 'sixteen letters!',
    GROUP_NAME: ' ',
    OTHER: 'x',
  })
  expect([...given].sort()).toEqual(['API_KEY', 'LOG_LEVEL'])
})

describe('Without any variable', () => {
  test('everything has its default', () => {
    expect(read({})).toEqual({
      given: [],
      host: '127.0.0.1',
      port: DEFAULT_PORT,
      basePath: '',
      dataDir: './data',
      env: {},
      relayHosts: new Set(),
      peerPolicies: [],
      signInLink: { by: 'command', text: expect.stringMatching(/floe sign-in-link$/) },
      secretKey: undefined,
      auth: {
        enabled: true,
        apiKey: undefined,
        basic: undefined,
        sessionTimeout: 3_600,
        askAgain: true,
      },
      rateLimit: { enabled: true, window: 900, max: 300 },
      trustedProxies: { networks: [], hops: Number.POSITIVE_INFINITY },
      metricsToken: undefined,
      localRelay: false,
      backup: { interval: 0, keep: 7, passphrase: undefined },
      protocol: { firstGeneration: 'warn', approveOnboarding: true },
      allowedOrigins: [],
      logLevel: 'info',
      logFormat: 'json',
      warnings: [],
    })
  })

  test('the log is for people on a terminal', () => {
    expect(readConfig({}, true).logFormat).toBe('pretty')
  })

  test('empty variables, and those with only spaces, count as not set', () => {
    const names = [
      ...[
        'HOST_NAME',
        'HOST_PORT',
        'FLOE_PORT',
        'DATA_DIR',
        'GROUP_NAME',
        'RELAYS',
        'RELAY_HOSTS',
        'PEER_POLICIES',
        'BASE_PATH',
      ],
      ...['ALLOWED_ORIGINS', 'LOG_LEVEL', 'LOG_FORMAT'],
      ...['AUTH_ENABLED', 'BASIC_AUTH_USER', 'SESSION_TIMEOUT', 'TRUST_PROXY', 'ALLOW_OPEN_ACCESS'],
      ...['RATE_LIMIT_ENABLED', 'RATE_LIMIT_WINDOW', 'RATE_LIMIT_MAX'],
      ...['BACKUP_INTERVAL', 'BACKUP_KEEP', 'FIRST_GENERATION', 'APPROVE_ONBOARDING'],
      ...SECRETS.flatMap((name) => [name, `${name}_FILE`]),
    ]
    for (const empty of ['', '  \n']) {
      expect(read(Object.fromEntries(names.map((name) => [name, empty])))).toEqual(read({}))
    }
  })
})

describe('HOST_NAME', () => {
  test('is where the server listens, on this machine or beyond, without a warning', () => {
    for (const [name, host] of [
      ['127.0.0.1', '127.0.0.1'],
      ['localhost', 'localhost'],
      ['::1', '::1'],
      ['[::1]', '::1'],
      ['[::]', '::'],
      ['0.0.0.0', '0.0.0.0'],
      [' 192.168.1.20 ', '192.168.1.20'],
      ['floe.local', 'floe.local'],
    ] as const) {
      expect(read({ HOST_NAME: name })).toMatchObject({ host, warnings: [] })
    }
  })
})

describe('BASE_PATH', () => {
  test.each([
    ['/floe', '/floe'],
    ['/floe/', '/floe'],
    ['/home/my_floe-2.x', '/home/my_floe-2.x'],
    ['/apis', '/apis'],
    ['/', ''],
  ])('%s is taken', (given, basePath) => {
    expect(read({ BASE_PATH: given })).toMatchObject({ basePath, warnings: [] })
  })

  test.each([
    'floe',
    'https://home.example/floe',
    '//home.example',
    '/a/../b',
    '/./b',
    '/a b',
    '/a?b',
    '/%61',
    '/api',
    '/assets/x',
    '/metrics',
  ])('%s is refused', (given) => {
    expect(problemsOf({ BASE_PATH: given })).toEqual([
      expect.stringMatching(/^BASE_PATH must be a path such as \/floe/),
    ])
  })
})

describe('FIRST_GENERATION and APPROVE_ONBOARDING', () => {
  test('say how peers are answered', () => {
    const given = { FIRST_GENERATION: 'Refuse', APPROVE_ONBOARDING: 'no' }
    expect(read(given).protocol).toEqual({ firstGeneration: 'refuse', approveOnboarding: false })
  })

  test('are refused when they are something else, with the possible values', () => {
    expect(problemsOf({ FIRST_GENERATION: 'never', APPROVE_ONBOARDING: 'maybe' })).toEqual([
      "FIRST_GENERATION must be one of answer, warn, refuse, not 'never'",
      "APPROVE_ONBOARDING must be true or false, not 'maybe'",
    ])
  })
})

describe.each(['HOST_PORT', 'FLOE_PORT'] as const)('%s', (name) => {
  test('is a port', () => {
    for (const [text, port] of [
      ['0', 0],
      ['1', 1],
      [' 8443 ', 8443],
      ['65535', 65_535],
    ] as const) {
      const { port: listening, publishedPort } = read({ [name]: text })
      expect(name === 'HOST_PORT' ? listening : publishedPort).toBe(port)
    }
  })

  test('that is not a port is refused with what it may be', () => {
    for (const text of ['65536', '-1', '80.5', '1e3', '0x50', 'http', '8002 8003', '99999999']) {
      expect(problemsOf({ [name]: text })).toEqual([
        `${name} must be a port number from 0 to 65535, not '${text}'`,
      ])
    }
  })
})

describe('Settings of the first start', () => {
  test('are taken as they are, without surrounding space', () => {
    const { env, dataDir } = read({
      DATA_DIR: ' /srv/floe ',
      GROUP_CRED: ' bfgroup1x\n',
      SHARE_CRED: 'bfshare1x',
      GROUP_NAME: ' Family ',
      RELAYS: '["wss://relay.example"]',
    })

    expect(dataDir).toBe('/srv/floe')
    expect(env.GROUP_CRED?.reveal()).toBe('bfgroup1x')
    expect(env.SHARE_CRED?.reveal()).toBe('bfshare1x')
    expect(env).toMatchObject({ GROUP_NAME: 'Family', RELAYS: '["wss://relay.example"]' })
  })

  test('that are secret do not show when the configuration is printed', () => {
    const config = read({ ...USER, ...Object.fromEntries(SECRETS.map((name) => [name, KEY])) })

    for (const name of SECRETS) expect(secretOf(config, name)).toBe(KEY)
    expect(config.env.GROUP_CRED).toBeInstanceOf(Secret)
    expect(JSON.stringify(config)).not.toContain(KEY)
  })
})

for (const name of SECRETS) {
  describe(`${name}_FILE`, () => {
    test('names a file that holds the value', () => {
      for (const content of [KEY, `${KEY}\n`, `  ${KEY}\r\n`]) {
        const config = read({ ...withUser(name), [`${name}_FILE`]: fileWith(content) })
        expect(secretOf(config, name)).toBe(KEY)
      }
    })

    test('is used beside an empty variable of the same name', () => {
      const config = read({ ...withUser(name), [name]: '', [`${name}_FILE`]: fileWith(KEY) })
      expect(secretOf(config, name)).toBe(KEY)
    })

    test('is refused when the file is missing, is a folder, or holds nothing', () => {
      const folder = temporaryFolder({ onTestFinished })
      mkdirSync(join(folder, 'sub'))

      expect(problemsOf({ ...withUser(name), [`${name}_FILE`]: join(folder, 'none') })).toEqual([
        `${name}_FILE must name a file that can be read (ENOENT)`,
      ])
      expect(problemsOf({ ...withUser(name), [`${name}_FILE`]: join(folder, 'sub') })).toEqual([
        `${name}_FILE must name a file that can be read (EISDIR)`,
      ])
      expect(problemsOf({ ...withUser(name), [`${name}_FILE`]: fileWith(' \n') })).toEqual([
        `${name}_FILE names an empty file`,
      ])
    })

    test('is refused beside the variable itself, naming neither value', () => {
      const problems = problemsOf({
        ...withUser(name),
        [name]: KEY,
        [`${name}_FILE`]: fileWith(KEY),
      })

      expect(problems).toEqual([`${name} and ${name}_FILE are both set: remove one of them`])
    })

    test('that holds the secret instead of a path does not reveal it', () => {
      for (const value of [KEY, `bfshare1${KEY}`, 'long'.repeat(2_000), `${KEY}\0`]) {
        const text = problemsOf({ ...withUser(name), [`${name}_FILE`]: value }).join()
        expect(text).toContain(`${name}_FILE`)
        expect(text).not.toContain(value.slice(0, 8))
      }
    })
  })
}

describe('PEER_POLICIES', () => {
  const policy = { pubkey: KEY, allowSend: true, allowReceive: false }

  test('is a list of policies, for keys of 32 or 33 bytes', () => {
    const list = [
      policy,
      { ...policy, pubkey: `02${KEY}` },
      { ...policy, pubkey: `03${KEY}`, denied: ['send.ecdh', 'receive.onboard'] },
    ]

    expect(read({ PEER_POLICIES: JSON.stringify(list) }).peerPolicies).toEqual(
      list.map((one) => ({ denied: [], ...one })),
    )
    expect(read({ PEER_POLICIES: '[]' }).peerPolicies).toEqual([])
  })

  test('that is not a JSON list is refused with what it must be', () => {
    for (const PEER_POLICIES of ['[{', 'null', '"x"']) {
      expect(problemsOf({ PEER_POLICIES })).toEqual([
        'PEER_POLICIES must be a JSON list of {pubkey, allowSend, allowReceive, denied}',
      ])
    }
  })

  test('is read as by igloo-server: one object will do, and a direction left out is allowed', () => {
    const half = { pubkey: KEY, allowSend: false }

    for (const value of [half, [half], [{ ...half, allowReceive: null }]]) {
      const { peerPolicies, warnings } = read({ PEER_POLICIES: JSON.stringify(value) })
      expect(peerPolicies).toEqual([{ ...half, allowReceive: true, denied: [] }])
      expect(warnings).toEqual([expect.stringContaining('write allowSend and allowReceive')])
    }
  })

  test('that is invalid is refused with the place', () => {
    for (const [value, place] of [
      [[null], 'PEER_POLICIES: 0.pubkey '],
      [[{ ...policy, pubkey: 'x' }], 'PEER_POLICIES: 0.pubkey '],
      [[policy, { ...policy, pubkey: `04${KEY}` }], 'PEER_POLICIES: 1.pubkey '],
      [[{ ...policy, allowReceive: 'yes' }], 'PEER_POLICIES: 0.allowReceive '],
      [[{ ...policy, denied: 'send.sign' }], 'PEER_POLICIES: 0.denied '],
      [[{ ...policy, denied: ['send.onboard'] }], 'PEER_POLICIES: 0.denied '],
    ] as const) {
      const problems = problemsOf({ PEER_POLICIES: JSON.stringify(value) })
      expect(problems).toHaveLength(1)
      expect(problems[0]?.startsWith(place)).toBe(true)
    }
  })
})

describe('ALLOWED_ORIGINS', () => {
  test('is a list with commas or spaces', () => {
    for (const text of ['https://a.example,b.example', ' https://a.example  b.example, ']) {
      const { allowedOrigins } = read({ ALLOWED_ORIGINS: text })
      expect(allowedOrigins).toEqual(['https://a.example', 'b.example'])
    }
  })
})

describe('LOG_LEVEL and LOG_FORMAT', () => {
  test('are one of their words, in any case', () => {
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) {
      expect(read({ LOG_LEVEL: level.toUpperCase() }).logLevel).toBe(level)
    }
    expect(read({ LOG_FORMAT: 'Pretty' }).logFormat).toBe('pretty')
    expect(readConfig({ LOG_FORMAT: 'json' }, true).logFormat).toBe('json')
  })

  test('that are something else are refused with what they may be', () => {
    expect(problemsOf({ LOG_LEVEL: 'loud' })).toMatchObject([
      "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'",
    ])
    expect(problemsOf({ LOG_FORMAT: 'xml' })).toEqual([
      "LOG_FORMAT must be one of pretty, json, not 'xml'",
    ])
  })
})

describe('Access', () => {
  test('everything that is set is used, and an empty variable is not', () => {
    const config = read({
      HOST_NAME: '0.0.0.0',
      AUTH_ENABLED: 'yes',
      API_KEY: 'sixteen letters!',
      BASIC_AUTH_USER: 'alice',
      BASIC_AUTH_PASS: 'correct horse',
      SESSION_TIMEOUT: '60',
      RATE_LIMIT_ENABLED: 'No',
      RATE_LIMIT_WINDOW: '10',
      RATE_LIMIT_MAX: '5',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      METRICS_TOKEN: 'scrape me if you can',
      ALLOW_OPEN_ACCESS: '',
    })

    expect(config).toMatchObject({
      host: '0.0.0.0',
      auth: { enabled: true, basic: { username: 'alice' }, sessionTimeout: 60 },
      rateLimit: { enabled: false, window: 10, max: 5 },
      warnings: [],
    })
    expect(config.auth.apiKey?.reveal()).toBe('sixteen letters!')
    expect(config.auth.basic?.password.reveal()).toBe('correct horse')
    expect(config.metricsToken?.reveal()).toBe('scrape me if you can')
    expect(isTrustedProxy('10.1.2.3', config.trustedProxies)).toBe(true)
  })

  test.each([
    ['SESSION_TIMEOUT', ['60', '31536000'], ['59', '31536001', '-60', '60.5', 'an hour']],
    ['RATE_LIMIT_WINDOW', ['1', '86400'], ['0', '86401', '1m']],
    ['RATE_LIMIT_MAX', ['1', '1000000'], ['0', '1000001', '']],
  ])('%s is a whole number within its bounds', (name, good, bad) => {
    for (const value of good) expect(() => read({ [name]: value })).not.toThrow()
    for (const value of bad.filter(Boolean)) expect(problemsOf({ [name]: value })).toHaveLength(1)
  })

  test('a switch takes true and false in the usual words', () => {
    for (const word of ['true', 'TRUE', '1', 'yes', ' Yes ']) {
      expect(read({ RATE_LIMIT_ENABLED: word }).rateLimit.enabled).toBe(true)
    }
    for (const word of ['false', 'False', '0', 'no']) {
      expect(read({ RATE_LIMIT_ENABLED: word }).rateLimit.enabled).toBe(false)
    }
  })

  test('username and password go together, and a username must be one that can sign in', () => {
    const one = (environment: Record<string, string>) => problemsOf(environment).join()

    expect(one({ BASIC_AUTH_USER: 'alice' })).toContain('BASIC_AUTH_PASS')
    expect(one({ BASIC_AUTH_PASS: 'correct horse' })).toContain('BASIC_AUTH_USER')
    expect(one({ BASIC_AUTH_USER: 'a:b', BASIC_AUTH_PASS: 'correct horse' })).toMatch(
      /^BASIC_AUTH_USER: /,
    )
    expect(one({ BASIC_AUTH_USER: 'alice', BASIC_AUTH_PASS: 'a'.repeat(1_025) })).toMatch(
      /^BASIC_AUTH_PASS /,
    )
    expect(problemsOf({ BASIC_AUTH_USER: 'alice', BASIC_AUTH_PASS_FILE: '/nowhere' })).toHaveLength(
      1,
    )
  })

  test('a password that is easy to guess starts the server, with a warning', () => {
    const { warnings } = read({ BASIC_AUTH_USER: 'alice', BASIC_AUTH_PASS: 'secret' })

    expect(warnings).toEqual([expect.stringMatching(/^BASIC_AUTH_PASS .*8/)])
    expect(warnings.join()).not.toContain('secret')
  })

  test.each(['127.0.0.1', '127.1.2.3', '::1', '[::1]', 'localhost', 'LOCALHOST'])(
    'open access is for this machine, with a warning: %s',
    (host) => {
      const { auth, warnings } = read({ AUTH_ENABLED: 'false', HOST_NAME: host })

      expect(auth.enabled).toBe(false)
      expect(warnings).toEqual([expect.stringMatching(/^AUTH_ENABLED=false/)])
    },
  )

  test.each(['0.0.0.0', '::', '192.168.1.2', 'floe.local', '127.0.0.1.example.org', '127.0.0'])(
    'open access beyond this machine is refused unless asked for: %s',
    (host) => {
      const environment = { AUTH_ENABLED: 'false', HOST_NAME: host }

      expect(problemsOf(environment)).toEqual([expect.stringContaining('ALLOW_OPEN_ACCESS=true')])

      const { auth, warnings } = read({ ...environment, ALLOW_OPEN_ACCESS: 'true' })
      expect(auth.enabled).toBe(false)
      expect(warnings).toHaveLength(1)
    },
  )
})

describe('RELAY_HOSTS', () => {
  test('lists hosts without a dot, which RELAYS may then have', () => {
    const environment = { RELAYS: 'ws://strfry:7777,ws://umbrel:4848' }
    const { relayHosts, warnings } = read({ ...environment, RELAY_HOSTS: 'Strfry, umbrel' })
    expect({ relayHosts, warnings }).toEqual({
      relayHosts: new Set(['strfry', 'umbrel']),
      warnings: [],
    })
    const error = `${validation.relayFormat}. ${validation.relayDotless}`
    expect(read({ ...environment, RELAY_HOSTS: 'umbrel' }).warnings).toEqual([
      `RELAYS: ${validation.relayItem(1, error)}`,
    ])
  })

  test.each(['relay.example', 'ws://strfry', 'strfry:7777', '127.0.0.1', '10', '*'])(
    'takes nothing else: %s',
    (host) => {
      const problem =
        'RELAY_HOSTS must be a list of host names without a dot, such as strfry,umbrel'
      expect(problemsOf({ RELAY_HOSTS: `umbrel,${host}` })).toEqual([problem])
    },
  )
})

describe("What igloo-server's users have in their environment", () => {
  test('starts, with one warning for each thing that is weak', () => {
    for (const [environment, warning] of [
      [{ API_KEY: 'dev-local-key' }, 'API_KEY is shorter than 16 characters'],
      [{ METRICS_TOKEN: 'abababababababababab' }, 'METRICS_TOKEN repeats a few characters'],
      [{ TRUST_PROXY: 'true' }, "Write the proxy's address or network"],
      [{ SESSION_TIMEOUT: '3600  # Session timeout in seconds' }, 'write SESSION_TIMEOUT=3600'],
      [{ RATE_LIMIT_ENABLED: '"false"' }, 'write RATE_LIMIT_ENABLED=false'],
      [{ RELAYS: 'wss://one.example, nothing' }, 'RELAYS: Relay 2: '],
    ] as const) {
      expect(read(environment).warnings).toEqual([expect.stringContaining(warning)])
    }
    expect(read({ SESSION_TIMEOUT: '7200 # two hours' }).auth.sessionTimeout).toBe(7_200)
    expect(read({ API_KEY: 'dev-local-key' }).auth.apiKey?.reveal()).toBe('dev-local-key')
  })
})

describe('What files of variables pass on', () => {
  const PASSPHRASE = 'a passphrase of some length'

  test.each([
    ['GROUP_CRED', (config: Config) => config.env.GROUP_CRED?.reveal()],
    ['SHARE_CRED', (config: Config) => config.env.SHARE_CRED?.reveal()],
    ['GROUP_NAME', (config: Config) => config.env.GROUP_NAME],
    ['DATA_DIR', (config: Config) => config.dataDir],
    ['SECRET_KEY', (config: Config) => config.secretKey?.reveal()],
    ['API_KEY', (config: Config) => config.auth.apiKey?.reveal()],
    ['METRICS_TOKEN', (config: Config) => config.metricsToken?.reveal()],
    ['ADMIN_SECRET', (config: Config) => config.auth.adminSecret?.reveal()],
    ['BACKUP_PASSPHRASE', (config: Config) => config.backup.passphrase?.reveal()],
    ['SIGN_IN_ACTION', (config: Config) => config.signInLink.text],
  ])(
    '%s is taken without the quotes around it, and without a byte order mark, with a warning',
    (name, of) => {
      const config = read({ [name]: `"${PASSPHRASE}"` })
      expect(of(config)).toBe(PASSPHRASE)
      expect(config.warnings).toEqual([`${name}: the quotes around its value are ignored`])
      expect(of(read({ [name]: `'${PASSPHRASE}'` }))).toBe(PASSPHRASE)
      // These are part of it.
      expect(of(read({ [name]: `"${PASSPHRASE}" "x"` }))).toBe(`"${PASSPHRASE}" "x"`)

      const marked = read({ [`\uFEFF${name}`]: PASSPHRASE })
      expect(of(marked)).toBe(PASSPHRASE)
      expect(marked.warnings).toEqual([expect.stringContaining(`byte order mark before ${name}`)])
    },
  )

  test('spaces around a secret are ignored, with a warning', () => {
    const given = { ...USER, BASIC_AUTH_PASS: ` ${PASSPHRASE} ` }
    const filed = { ...USER, BASIC_AUTH_PASS_FILE: fileWith(`${PASSPHRASE} \n`) }
    for (const config of [read(given), read(filed)]) {
      expect(config.auth.basic?.password.reveal()).toBe(PASSPHRASE)
      expect(config.warnings).toEqual([
        expect.stringMatching(
          /^BASIC_AUTH_PASS(?:_FILE)?: the spaces around its value are ignored/,
        ),
      ])
    }
  })

  test.each([
    ['RELAYS', 'wss://one.example;wss://two.example', (config: Config) => config.env.RELAYS],
    [
      'ALLOWED_ORIGINS',
      'one.example; two.example',
      (config: Config) => config.allowedOrigins.join(),
    ],
    [
      'TRUST_PROXY',
      '127.0.0.1;10.0.0.0/8',
      (config: Config) => config.trustedProxies.networks.length,
    ],
  ])('%s may have semicolons between its entries, with a warning', (name, value, of) => {
    const config = read({ [name]: value })
    expect(of(config)).toEqual(of(read({ [name]: value.replace(';', ',') })))
    expect(config.warnings).toEqual([
      `${name}: the semicolons between its entries are read as commas`,
    ])
  })

  test('a file with a secret in UTF-16 is read as such, and one that is no text is refused', () => {
    const utf16 = Buffer.from(`\uFEFF${PASSPHRASE}\r\n`, 'utf16le')
    for (const content of [utf16, Buffer.from(utf16).swap16()]) {
      const config = read({ API_KEY_FILE: fileWith(content) })
      expect(config.auth.apiKey?.reveal()).toBe(PASSPHRASE)
      expect(config.warnings).toEqual([
        'API_KEY_FILE is in UTF-16, and read as such: UTF-8 is expected',
      ])
    }
    for (const content of [Buffer.from([0xff, 0x41]), Buffer.from(PASSPHRASE, 'utf16le')]) {
      expect(problemsOf({ API_KEY_FILE: fileWith(content) })).toEqual([
        'API_KEY_FILE names a file that is no text in UTF-8: save it as such',
      ])
    }
  })
})

describe('An address or a path that can’t be used', () => {
  test.each([
    ['*', '0.0.0.0'],
    ['http://127.0.0.1', 'address or a name'],
    ['127.0.0.1:8002', 'HOST_PORT'],
    ['my host', 'address or a name'],
  ])('HOST_NAME=%s is refused with what to write', (HOST_NAME, hint) => {
    expect(problemsOf({ HOST_NAME })).toEqual([expect.stringContaining(hint)])
  })

  test.each(['~/floe', '~', '$HOME/floe', '$' + '{HOME}/floe', '%APPDATA%\\floe'])(
    'DATA_DIR=%s is refused: only a shell makes a path of it',
    (path) => {
      const problem = 'must be written out: only a shell knows what'
      expect(problemsOf({ DATA_DIR: path })).toEqual([
        expect.stringContaining(`DATA_DIR ${problem}`),
      ])
      expect(problemsOf({ API_KEY_FILE: path })).toEqual([
        expect.stringContaining(`API_KEY_FILE ${problem}`),
      ])
    },
  )
})

describe('A configuration with several problems', () => {
  const broken = {
    HOST_PORT: 'x',
    PEER_POLICIES: '{',
    LOG_LEVEL: 'loud',
    LOG_FORMAT: 'xml',
    GROUP_CRED_FILE: '/nowhere/group',
    SHARE_CRED: KEY,
    SHARE_CRED_FILE: '/nowhere/share',
    SECRET_KEY: KEY,
    SECRET_KEY_FILE: '/nowhere/key',
    AUTH_ENABLED: 'maybe',
    API_KEY_FILE: '/nowhere/api-key',
    BASIC_AUTH_PASS: `password ${KEY}`,
    SESSION_TIMEOUT: '59',
    RATE_LIMIT_ENABLED: '2',
    RATE_LIMIT_WINDOW: '0',
    RATE_LIMIT_MAX: '1e3',
    ALLOW_OPEN_ACCESS: 'ja',
    TRUST_PROXY: 'proxy.local',
    METRICS_TOKEN_FILE: '/nowhere/at/all',
  }

  test('names them all at once, each by its variable', () => {
    const problems = problemsOf(broken)

    expect(problems.map((problem) => problem.split(/[ :]/)[0]).sort()).toEqual([
      'ALLOW_OPEN_ACCESS',
      'API_KEY_FILE',
      'AUTH_ENABLED',
      'BASIC_AUTH_PASS',
      'GROUP_CRED_FILE',
      'HOST_PORT',
      'LOG_FORMAT',
      'LOG_LEVEL',
      'METRICS_TOKEN_FILE',
      'PEER_POLICIES',
      'RATE_LIMIT_ENABLED',
      'RATE_LIMIT_MAX',
      'RATE_LIMIT_WINDOW',
      'SECRET_KEY',
      'SESSION_TIMEOUT',
      'SHARE_CRED',
      'TRUST_PROXY',
    ])
  })

  test('contains no secret in any of its words', () => {
    const error = thrownBy(() => read(broken))

    expect(error).toBeInstanceOf(ConfigError)
    const text = `${(error as ConfigError).stack} ${JSON.stringify(error)}`
    expect(text).not.toContain(KEY)
  })
})
