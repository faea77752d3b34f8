/** Argon2 (`node:crypto`) and SQLite's binary come with it. */
const OLDEST = 24

/**
 * What to say where this Node.js is too old for Floe; undefined: it is not.
 *
 * @param version of Node.js, without a v: `process.versions.node`
 */
export function nodeProblem(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= OLDEST) return undefined
  return (
    `Floe needs Node.js ${OLDEST} or newer, and this is ${version}. From source, \`npm start\` runs the server and ` +
    '`npm run floe -- <command>` a command: both bring a Node.js of their own, where npm is set to ignore scripts after `npm run build`'
  )
}
