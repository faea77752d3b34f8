import { CONSOLE, PACKAGES, PURE, ROOMS, SHARED_WITH_CONSOLE } from './rooms.ts'
import { circlesOf, type Source } from './sources.ts'

/** Node's modules that open files or sockets. */
const OUTSIDE = ['node:fs', 'node:fs/promises', 'node:net', 'node:http', 'node:https', 'node:tls']
/** No folder but protocol/ imports these, so that server and console agree on credentials. */
const CREDENTIAL_READERS = ['v1/group.ts', 'v1/share.ts']
/** Where the program starts: these may import every room. */
const TOP = ['.', 'cli']

const roomOf = (path: string): string => {
  const [, room = '', ...rest] = path.split('/')
  return rest.length === 0 ? '.' : room
}
const consoleRoomOf = (path: string): string => path.split('/')[2] ?? ''
const rankOf = (path: string): number =>
  CONSOLE.findIndex((rooms) => rooms.includes(consoleRoomOf(path)))

/**
 * Finds what breaks a rule: imports that rooms.ts does not allow, circles of imports, state that a module
 * keeps, and awaits at its top level.
 *
 * @returns one sentence for each problem
 */
export function problemsOf(sources: readonly Source[]): string[] {
  const circles = circlesOf(sources).map((circle) => `circle: ${circle.join(', ')}`)
  return [
    ...sources.flatMap(serverProblems),
    ...sources.flatMap(consoleProblems),
    ...sources.flatMap(climbingProblems),
    ...circles,
  ]
}

const climbingProblems = ({ path, climbing }: Source): string[] =>
  climbing.map((name) => `${path} imports ${name}: write it from the root (#lib/…, #web/…)`)

function serverProblems({ path, imports, packages, state, awaits }: Source): string[] {
  if (!path.startsWith('server/')) return []
  const room = roomOf(path)
  const mayImport = ROOMS[room]
  if (mayImport === undefined && !TOP.includes(room)) return [`${path}: rooms.ts has no ${room}/`]
  const arrows = imports
    .filter((to) => to.startsWith('server/') && roomOf(to) !== room)
    .filter((to) => mayImport !== undefined && !mayImport.includes(roomOf(to)))
    .map((to) => `${path} imports ${to}: ${room}/ may not import ${roomOf(to)}/`)
  const outside = imports
    .filter((to) => !to.startsWith('server/') && to !== 'package.json')
    .map((to) => `${path} imports ${to}: the server imports nothing of other folders`)
  const versions = imports
    .filter((to) => /\/v1\//.test(path) && /\/v2\//.test(to))
    .concat(imports.filter((to) => /\/v2\//.test(path) && /\/v1\//.test(to)))
    .map((to) => `${path} imports ${to}: neither protocol version knows the other`)
  const readers = imports
    .filter((to) => !path.startsWith('server/protocol/') && isCredentialReader(to))
    .map((to) => `${path} imports ${to}: only protocol/keyset.ts reads the text of a credential`)
  const foreign = packages
    .filter((name) => PACKAGES[packageOf(name)]?.includes(room === '.' ? 'server' : room) === false)
    .map((name) => `${path} imports ${name}: ${room}/ may not use it`)
  const impure = packages
    .filter((name) => PURE.includes(room) && OUTSIDE.includes(name))
    .map((name) => `${path} imports ${name}: ${room}/ opens no file and no socket`)
  const kept = state.map(
    (name) =>
      `${path} changes ${name}: a module keeps no state, make it in a function and pass it on`,
  )
  const waits = awaits
    ? [`${path} awaits at its top level: a thread that is ended there ends the process`]
    : []
  return [...arrows, ...outside, ...versions, ...readers, ...foreign, ...impure, ...kept, ...waits]
}

const isCredentialReader = (path: string): boolean =>
  CREDENTIAL_READERS.some((reader) => path === `server/protocol/${reader}`)

const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

function consoleProblems({ path, imports, packages }: Source): string[] {
  if (!path.startsWith('web/src/')) return []
  const server = imports
    .filter((to) => to.startsWith('server/') && !to.startsWith('server/contract/'))
    .filter((to) => !SHARED_WITH_CONSOLE.includes(to))
    .map((to) => `${path} imports ${to}: the console imports contract/ alone`)
  const upwards = imports
    .filter((to) => to.startsWith('web/src/') && rankOf(path) >= 0)
    .filter((to) => rankOf(to) > rankOf(path))
    .map(
      (to) => `${path} imports ${to}: ${consoleRoomOf(path)}/ stands below ${consoleRoomOf(to)}/`,
    )
  const node = packages
    .filter((name) => name.startsWith('node:'))
    .map((name) => `${path} imports ${name}: a page has no Node`)
  return [...server, ...upwards, ...node]
}
