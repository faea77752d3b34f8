import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const repository = join(import.meta.dirname, '..')
const installing = 'installing the packages ...'
const building = 'building ...'

let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'floe clone with spaces '))
  cpSync(join(repository, 'scripts/setup.mjs'), join(tree, 'scripts/setup.mjs'))
})

afterEach(() => rmSync(tree, { recursive: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), content)
}

/** The runs of the npm of `withNotingNpm`: folder and arguments of each. */
const asked = () => readFileSync(join(tree, 'asked'), 'utf8').trim().split('\n')

/**
 * An environment whose npm only notes its folder and arguments: the genuine one takes a second of CPU,
 * whatever it installs.
 *
 * @param options.leaves a shell command that makes the files which npm would leave
 */
function withNotingNpm({ status = 0, leaves = ':' } = {}): NodeJS.ProcessEnv {
  const bin = join(tree, 'bin')
  write('bin/npm', `#!/bin/sh\necho "$PWD $*" >>"$NPM_ASKED"\n${leaves}\nexit ${status}\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const PATH = `${bin}:${process.env['PATH']}`
  return { PATH, NPM_ASKED: join(tree, 'asked'), npm_execpath: '' }
}

const CI =
  'ci --ignore-scripts --include=dev --include=optional --engine-strict=false --no-audit --no-fund ' +
  '--loglevel=error'

function setup(step: string, env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', step], {
    cwd: tree,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

describe('setup.mjs install', () => {
  const own = { name: 'clone', version: '1.0.0' }

  beforeEach(() => {
    write('package.json', JSON.stringify(own))
    write(
      'package-lock.json',
      JSON.stringify({ ...own, lockfileVersion: 3, packages: { '': own } }),
    )
  })

  it('installs once, and again only when the lock has changed', () => {
    const npm = withNotingNpm()
    expect(setup('install', npm)).toMatchObject({
      status: 0,
      output: expect.stringContaining(installing),
    })
    expect(setup('install', npm)).toEqual({ status: 0, output: '' })
    const name = 'renamed'
    write('package.json', JSON.stringify({ ...own, name }))
    const packages = { '': { ...own, name } }
    write('package-lock.json', JSON.stringify({ ...own, name, lockfileVersion: 3, packages }))
    expect(setup('install', npm).output).toContain(installing)
    expect(asked()).toEqual([`${realpathSync(tree)} ${CI}`, `${realpathSync(tree)} ${CI}`])
  })

  it("leaves the PATH to the machine's Node.js if the packaged one can't start", () => {
    const packaged = join(tree, 'node_modules/.bin/node')
    const env = withNotingNpm({
      leaves: 'mkdir -p node_modules/.bin && cp unusable node_modules/.bin/node',
    })
    write('unusable', '#!/no/such/loader\n')
    chmodSync(join(tree, 'unusable'), 0o755)

    expect(setup('install', env).status).toBe(0)

    expect(existsSync(dirname(packaged))).toBe(true)
    expect(existsSync(packaged)).toBe(false)
  })

  it('starts over after a failed installation, and says so', () => {
    const failed = setup('install', withNotingNpm({ status: 1 }))
    expect(failed.status).toBe(1)
    expect(failed.output).toContain('Installing the packages failed')
    expect(setup('install', withNotingNpm())).toMatchObject({
      status: 0,
      output: expect.stringContaining(installing),
    })
  })
})

describe('setup.mjs clients', () => {
  const own = { name: 'clients', version: '1.0.0' }
  const lock = { ...own, lockfileVersion: 3, packages: { '': own } }

  it('installs each into its own folder, once, and again only when its lock has changed', () => {
    const folders = ['tests/apps/clients', 'clients/ts']
    for (const folder of folders) {
      write(`${folder}/package.json`, JSON.stringify(own))
      write(`${folder}/package-lock.json`, JSON.stringify(lock))
    }
    const npm = withNotingNpm()
    const { status, output } = setup('clients', npm)
    expect(status).toBe(0)
    for (const folder of folders) {
      expect(output).toContain(`installing the packages of ${folder} ...`)
    }
    expect(setup('clients', npm)).toEqual({ status: 0, output: '' })
    expect(existsSync(join(tree, 'node_modules'))).toBe(false)
    expect(asked()).toEqual(folders.map((folder) => `${join(realpathSync(tree), folder)} ${CI}`))
    write('clients/ts/package-lock.json', `${JSON.stringify(lock)}\n`)
    expect(setup('clients', npm).output).toMatch(
      /^floe: installing the packages of clients\/ts \.\.\.\n/,
    )
  })
})

describe('setup.mjs build', () => {
  beforeEach(() => {
    for (const file of [
      'package.json',
      'package-lock.json',
      'LICENSE',
      'tsconfig.json',
      'vite.server.config.ts',
      'web/tsconfig.json',
    ]) {
      cpSync(join(repository, file), join(tree, file))
    }
    // This tree has none of the chunks that the console loads ahead.
    const config = readFileSync(join(repository, 'vite.config.ts'), 'utf8')
    write('vite.config.ts', config.replace(/^ +preloadChunks\(.*\n/m, ''))
    cpSync(join(repository, 'scripts/vite'), join(tree, 'scripts/vite'), { recursive: true })
    symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'))
    write('web/index.html', '<!doctype html><script type="module" src="/main.ts"></script>')
    write('web/main.ts', 'import "@fontsource-variable/inter/wght.css"\n')
    write('server/main.ts', 'console.log("it runs")\n')
  })

  it('makes a server that runs and a console, whatever NODE_ENV says, and fails without a source', () => {
    expect(setup('build', { NODE_ENV: 'test' }).status).toBe(0)
    const server = spawnSync(process.execPath, ['dist/server/main.js'], {
      cwd: tree,
      encoding: 'utf8',
    })
    expect(server.stdout).toBe('it runs\n')
    expect(existsSync(join(tree, 'dist/web/index.html'))).toBe(true)
    rmSync(join(tree, 'web/main.ts'))
    expect(setup('build').status).toBe(1)
  })

  /** Vite that builds nothing, and fails like the genuine one where a source is no TypeScript. */
  function stubVite() {
    rmSync(join(tree, 'node_modules'))
    write(
      'node_modules/vite/bin/vite.js',
      `import { mkdirSync, readFileSync } from 'node:fs'
mkdirSync('dist', { recursive: true })
if (readFileSync('server/main.ts', 'utf8').includes('no TypeScript')) process.exit(1)`,
    )
    write('node_modules/vite/package.json', '{"type":"module"}')
  }

  it('builds again when a source has changed, and not for a test', () => {
    stubVite()
    setup('build')
    write('server/main.test.ts', 'a test')
    expect(setup('build')).toEqual({ status: 0, output: '' })
    write('server/main.ts', 'console.log("it runs differently")\n')
    expect(setup('build').output).toContain(building)
  })

  it('builds again after a failed build, even with the sources of the build before', () => {
    stubVite()
    setup('build')
    write('server/main.ts', 'this is no TypeScript')
    expect(setup('build').status).toBe(1)
    write('server/main.ts', 'console.log("it runs")\n')
    expect(setup('build')).toMatchObject({ status: 0, output: expect.stringContaining(building) })
  })

  it('says what to do when the packages are missing', () => {
    rmSync(join(tree, 'node_modules'))
    const { status, output } = setup('build')
    expect(status).toBe(1)
    expect(output).toContain('Run: node scripts/setup.mjs')
  })
})
