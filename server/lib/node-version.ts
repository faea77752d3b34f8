/** The first with Argon2 in `node:crypto`; SQLite's binary is built for all from 24 on. */
const OLDEST = { major: 24, minor: 7 }

/**
 * The error message if this Node.js is too old for Floe; undefined if it is not.
 *
 * @param version of Node.js, without a v: `process.versions.node`
 */
export function nodeProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined
  return (
    `Floe needs Node.js ${OLDEST.major}.${OLDEST.minor} or newer, and this is ${version}. From source, \`npm start\` runs the server and ` +
    '`npm run floe -- <command>` a command: both bring a Node.js of their own, where npm is set to ignore scripts after `npm run build`'
  )
}
