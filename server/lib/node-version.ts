/** The first major version with Argon2 in `node:crypto`, and one that SQLite's binary is built for. */
const OLDEST = 24

/**
 * The error message if this Node.js is too old for Floe; undefined if it is not.
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
