// Makes a clone ready to run. Each step does its work only when something it depends on has
// changed since the last time, so every command that needs it can call it first.
//
//   node scripts/setup.mjs install   packages, by `npm ci` without install scripts: exactly what
//                                    package-lock.json says, which it never edits. Among them is
//                                    the Node.js that the commands after this one run on.
//   node scripts/setup.mjs build     the console into dist/web, the server into dist/server/main.js
//   node scripts/setup.mjs           both
//   node scripts/setup.mjs clients   what CI needs besides: other people's NIP-46 clients, and the generator of our own
//                                    typed client, in folders with a lock of their own, as above
//
// This file runs before there are any packages, on whatever Node.js the machine has: plain
// JavaScript, no dependency, and no syntax that keeps an old Node.js from saying it is too old.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SETUP_NEEDS = 20
const FLOE_NEEDS = 24

const root = fileURLToPath(new URL('..', import.meta.url))
const packagedNode = join(root, 'node_modules', '.bin', 'node')
const installStamp = join(root, 'node_modules', '.floe-install')
const clientsFolders = ['tests/apps/clients', 'clients/ts']
const buildStamp = join(root, 'dist', '.build')

/** A problem that the user can solve; its message says how. */
class SetupError extends Error {}

function install() {
  const wanted = fingerprint(['package-lock.json'], [process.platform, process.arch])
  if (readStamp(installStamp) !== wanted) {
    announce('installing the packages', () => {
      rmSync(installStamp, { force: true })
      npmCi('.')
      mkdirSync(join(root, 'node_modules'), { recursive: true })
      dropPackagedNodeThatCannotRun()
      writeStamp(installStamp, wanted)
    })
  }
  runtime()
}

function installClients(folder) {
  const lock = `${folder}/package-lock.json`
  const stamp = join(root, folder, 'node_modules', '.floe-install')
  const wanted = fingerprint([lock], [])
  if (readStamp(stamp) === wanted) return
  announce(`installing the packages of ${folder}`, () => {
    rmSync(stamp, { force: true })
    npmCi(folder)
    mkdirSync(join(root, folder, 'node_modules'), { recursive: true })
    writeStamp(stamp, wanted)
  })
}

function build() {
  const sources = ['server', 'web', 'scripts/vite', 'vite.config.ts', 'vite.server.config.ts']
  const inputs = [...sources, 'tsconfig.json', 'package.json', 'package-lock.json']
  const wanted = fingerprint(inputs, [])
  if (readStamp(buildStamp) === wanted) return
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  if (!existsSync(vite)) {
    throw new SetupError('The packages are missing. Run: node scripts/setup.mjs')
  }
  const node = runtime()
  announce('building', () => {
    rmSync(buildStamp, { force: true })
    // Whatever NODE_ENV the shell has, this builds for production.
    const env = { ...process.env, NODE_ENV: 'production' }
    for (const config of ['vite.config.ts', 'vite.server.config.ts']) {
      const args = ['build', '--config', config, '--configLoader', 'native', '--logLevel', 'warn']
      run(node, [vite, ...args], env, 'The build failed; what is wrong stands above.')
    }
    writeStamp(buildStamp, wanted)
  })
}

/** The Node.js that the next npm script finds: the packaged one if there is one, else this. */
function runtime() {
  const node = existsSync(packagedNode) ? packagedNode : process.execPath
  const version = versionOf(node)
  if (majorOf(version) >= FLOE_NEEDS) return node
  throw new SetupError(
    `Floe runs on Node.js ${FLOE_NEEDS} or newer. ${node} is ${version}, and the packages bring no ` +
      `newer one for ${process.platform}-${process.arch}.\nInstall a current Node.js from ` +
      'https://nodejs.org, delete the folder node_modules, and run the command again; or use ' +
      'Docker: docker compose up -d',
  )
}

// The packaged Node.js is linked against glibc: without that (Alpine), it is installed but can't
// start. Moved out of the way, it leaves the PATH of the npm scripts to the machine's own.
function dropPackagedNodeThatCannotRun() {
  if (existsSync(packagedNode) && majorOf(versionOf(packagedNode)) === 0) rmSync(packagedNode)
}

/** `v26.1.0`, or an empty string when the file can't be run. */
function versionOf(node) {
  if (node === process.execPath || realpathSync(node) === process.execPath) return process.version
  return (spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout || '').trim()
}

function majorOf(version) {
  return Number.parseInt(version.slice(1), 10) || 0
}

/**
 * Exactly what the lock in `folder` says. Development and optional packages are named because NODE_ENV or
 * a personal .npmrc may leave them out; engine-strict would refuse packages that only the newer Node.js
 * runs.
 */
function npmCi(folder) {
  npm('ci --ignore-scripts --include=dev --include=optional --engine-strict=false', folder)
}

function npm(args, folder) {
  // Inside an npm script these two name the npm that runs it and that npm's own Node.js, which,
  // unlike the packaged one, is not deleted while the packages are replaced.
  const cli = process.env.npm_execpath || ''
  const [command, first] = cli.endsWith('npm-cli.js')
    ? [process.env.npm_node_execpath || process.execPath, [cli]]
    : ['npm', []]
  run(
    command,
    [...first, ...args.split(' '), '--no-audit', '--no-fund', '--loglevel=error'],
    process.env,
    'Installing the packages failed; the reason stands above. Without one, look at the network ' +
      'and run the command again: it starts over from a clean state.',
    join(root, folder),
  )
}

function run(command, args, env, failure, cwd = root) {
  const { status, error } = spawnSync(command, args, { cwd, env, stdio: 'inherit' })
  if (status !== 0) throw new SetupError(error ? `${failure} (${error.message})` : failure)
}

function announce(name, work) {
  const start = Date.now()
  console.log(`floe: ${name} ...`)
  work()
  console.log(`floe: ${name} took ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

/** SHA-256 over the paths and contents of the files in `inputs`, and over `facts`. */
function fingerprint(inputs, facts) {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  for (const input of inputs) {
    for (const file of filesIn(input)) {
      const content = readFileSync(join(root, file))
      hash.update(`\n${file} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex')
}

/** The file itself, or a folder's files in a fixed order; tests are not an input of a build. */
function filesIn(path) {
  if (!existsSync(join(root, path)) || /\.test\.tsx?$/.test(path)) return []
  if (statSync(join(root, path)).isFile()) return [path]
  const names = readdirSync(join(root, path)).sort()
  return names.flatMap((name) => filesIn(`${path}/${name}`))
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

// A stamp appears whole or not at all, and only after the work that it records.
function writeStamp(path, value) {
  writeFileSync(`${path}.new`, value)
  renameSync(`${path}.new`, path)
}

function main(name) {
  if (majorOf(process.version) < SETUP_NEEDS) {
    throw new SetupError(
      `Floe needs Node.js ${SETUP_NEEDS} or newer to set itself up; this is ${process.version}. ` +
        'Install a current one from https://nodejs.org and run the command again.',
    )
  }
  if (name === 'clients') {
    for (const folder of clientsFolders) installClients(folder)
    return
  }
  if (name !== undefined && name !== 'install' && name !== 'build') {
    throw new SetupError(`There is no step "${name}". The steps are install, build and clients.`)
  }
  if (name !== 'build') install()
  if (name !== 'install') build()
}

try {
  main(process.argv[2])
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(`\n${error.message}`)
  process.exitCode = 1
}
