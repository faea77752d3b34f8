import { beforeAll, expect, it } from 'vitest'
import { apiKeyList } from '#contract/auth.ts'
import { dataFolder, store as texts } from '#contract/messages.ts'
import { generateKeyset } from '#protocol/v1/keyset.ts'
import { byKey } from '../support/access.ts'
import { type Answer, call } from '../support/api-server.ts'
import { fitting } from '../support/fitting.ts'
import { fileScope, type Scope } from '../support/scope.ts'
import { until } from '../support/until.ts'
import { filesOf, LIST_FILES, makeVolume, runImage } from './support/containers.ts'
import { docker } from './support/docker.ts'
import { API_KEY, type Floe, startFloe } from './support/floe.ts'
import { settingsOf } from './support/group.ts'
import { describeWithDocker } from './support/suite.ts'

/** Ends with 124 if a start that must be refused is not. */
const SERVE = ['timeout', '20', 'floe', 'serve']
const FILL = 'dd if=/dev/zero of=/data/filling bs=4k status=none || true'

const serveOn = (volume: string, mode = 'rw') =>
  runImage(['-v', `${volume}:/data:${mode}`], ...SERVE)

describeWithDocker('The image refuses to start, says why, and overwrites nothing', () => {
  const file = fileScope()
  const settings = settingsOf({ keyset: generateKeyset({ threshold: 2, totalMembers: 3 }) })
  /** The data folder of a server that was configured and stopped. */
  let written: string

  /** Copies that folder and runs a script on the copy. @returns the copy, and its files then */
  const copyOfWritten = async (
    scope: Scope,
    script = 'true',
  ): Promise<{ volume: string; before: string }> => {
    const volume = await makeVolume(scope)
    const volumes = ['-v', `${written}:/written:ro`, '-v', `${volume}:/data`]
    const { code, stdout } = await runImage(
      ['--user', '0', ...volumes],
      ...['sh', '-euc', `cp -a /written/. /data; ${script}; ${LIST_FILES}`],
    )
    expect(code).toBe(0)
    return { volume, before: stdout }
  }

  beforeAll(async () => {
    written = await makeVolume(file)
    const floe = await startFloe(file, { volume: written })
    expect((await floe.send('POST', '/api/env', settings)).status).toBe(200)
    await docker('stop', floe.id)
    expect(await filesOf(written)).toContain('./secret.key 1000:1000 600')
  })

  it('on a data folder that is mounted read-only', async (scope) => {
    const { volume, before } = await copyOfWritten(scope)

    const { code, stderr } = await serveOn(volume, 'ro')

    expect([code, stderr]).toEqual([1, expect.stringContaining(texts.readOnlyFileSystem('/data'))])
    expect(await filesOf(volume)).toBe(before)
  })

  it('on another user’s data folder', async (scope) => {
    const { volume, before } = await copyOfWritten(
      scope,
      'chown -R 4242:4242 /data; chmod 700 /data',
    )

    const { code, stderr } = await serveOn(volume)

    const reason = texts.notWritable('/data', { owner: 4242, self: 1000 })
    expect([code, stderr]).toEqual([1, expect.stringContaining(reason)])
    expect(await filesOf(volume)).toBe(before)
  })

  it('on a damaged database', async (scope) => {
    for (const damage of [
      'dd if=/dev/zero of=/data/floe.db bs=1 count=100 conv=notrunc',
      'dd if=/dev/urandom of=/data/floe.db bs=4096 seek=1 count=8 conv=notrunc',
      'truncate -s 5000 /data/floe.db',
    ]) {
      const { volume, before } = await copyOfWritten(scope, damage)

      const { code, stderr } = await serveOn(volume)

      expect([damage, code, stderr]).toEqual([
        ...[damage, 5],
        expect.stringMatching(/\/data\/floe\.db is damaged [\s\S]*Restore a back-up/),
      ])
      expect(await filesOf(volume)).toBe(before)
    }
  })

  it('without its key file, and makes no new one', async (scope) => {
    const { volume, before } = await copyOfWritten(scope, 'rm /data/secret.key')

    const { code, stderr } = await serveOn(volume)

    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining(dataFolder.noKey('/data/secret.key')),
    ])
    expect(await filesOf(volume)).toBe(before)
  })

  it('on a data folder that another container serves, which goes on', async (scope) => {
    const { volume } = await copyOfWritten(scope)
    const first = await startFloe(scope, { volume })

    const { code, stderr } = await serveOn(volume)

    expect([code, stderr]).toEqual([3, expect.stringMatching(/is in use by another Floe/)])
    const saved = await first.send('POST', '/api/env', { GROUP_NAME: 'Still here' })
    expect(saved.status).toBe(200)
    expect((await first.get('/api/env')).body).toEqual({ ...settings, GROUP_NAME: 'Still here' })
  })

  it('on a full disk', async () => {
    const { code, stderr } = await runImage(
      ['--tmpfs', '/data:size=64k,uid=1000,gid=1000,mode=0700'],
      ...['sh', '-c', `${FILL}; exec ${SERVE.join(' ')}`],
    )

    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/The disk is full: .* room in \/data/),
    ])
  })
})

type Write = (floe: Floe, n: number) => Promise<Answer>

describeWithDocker('On a disk that fills up, the image', () => {
  const keyset = generateKeyset({ threshold: 2, totalMembers: 3 })
  const settings = settingsOf({ keyset })
  const peer = keyset.group.commits[1]?.pubkey ?? ''
  const pair = {
    shareCredential: settings.SHARE_CRED,
    groupCredential: settings.GROUP_CRED,
  }
  /** Calls that change something, each time to something else. */
  const writes: Record<string, Write> = {
    settings: (floe, n) => floe.send('POST', '/api/env', { GROUP_NAME: `Name ${n}` }),
    'share record': (floe, n) => floe.send('POST', '/api/shares', { ...pair, name: `Name ${n}` }),
    policy: (floe, n) => {
      const policy = { allowSend: n % 2 === 0, allowReceive: n % 3 === 0 }
      return floe.send('PUT', `/api/peers/${peer}/policy`, policy)
    },
    'API key': (floe, n) =>
      floe.send('POST', '/api/auth/keys', { name: `Key ${n}`, scope: 'read' }),
    'back-up': (floe) => floe.send('POST', '/api/backup', { withKey: false }),
    restore: (floe) => {
      const body = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(1_000_000)])
      return call(`${floe.url}/api/restore`, { method: 'POST', body, headers: byKey(API_KEY) })
    },
  }
  /** All that `writes` can change. */
  const keptBy = async (floe: Floe) => {
    const keys = fitting(apiKeyList, (await floe.get('/api/auth/keys')).body).keys
    return {
      env: (await floe.get('/api/env')).body,
      shares: (await floe.get('/api/shares')).body,
      policy: (await floe.get(`/api/peers/${peer}/policy`)).body,
      keys: keys.map(({ name }) => name),
    }
  }

  /** Writes until a write is refused: the file of the write-ahead log may have room for a few. */
  const untilRefused = async (floe: Floe, write: Write) => {
    for (let n = 0; n < 100; n += 1) {
      const kept = await keptBy(floe)
      const refusal = await write(floe, n)
      if (refusal.status !== 200) return { kept, refusal }
    }
    throw new Error('the disk is not full')
  }

  it('says so, keeps what it has, and goes on when there is room again', async (scope) => {
    const floe = await startFloe(scope, {
      with: (image) => image.withTmpFs({ '/data': 'size=4m,uid=1000,gid=1000,mode=0700' }),
    })
    const health = async () => (await floe.get('/api/health')).text
    expect((await floe.send('POST', '/api/env', settings)).status).toBe(200)
    await floe.exec('sh', '-c', FILL)

    for (const [what, write] of Object.entries(writes)) {
      const { kept, refusal } = await untilRefused(floe, write)
      const error = expect.stringMatching(/^The disk is full: .* room in \/data/)
      expect({ what, ...refusal }).toMatchObject({ status: 507, body: { error } })
      expect(await keptBy(floe)).toEqual(kept)
    }

    const login = await floe.send('POST', '/api/auth/login', { apiKey: API_KEY })
    expect(login.status).toBe(200)
    expect(await floe.logs()).toContain(texts.full('/data'))
    await until(async () => (await health()).includes(texts.full('/data')))
    expect(await health()).toContain('"status":"degraded"')

    await floe.exec('rm', '/data/filling')
    for (const [what, write] of Object.entries(writes)) {
      const wanted = what === 'restore' ? 400 : 200
      expect({ what, status: (await write(floe, 1_000)).status }).toEqual({ what, status: wanted })
    }
    await until(async () => !(await health()).includes(texts.full('/data')))
  })
})
