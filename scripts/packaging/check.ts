// Checks the packages that main.ts made against their stores' rules:
//   npm run check:stores -- [DIR] [--release] [--index FILE]
// Prints `file:line severity rule: message` for each finding; exits 1 when one is an error.
// `--index`: the image's index, as `docker buildx imagetools inspect --raw` prints it; its digest and
// platforms are then checked too. `--release`: nothing may be left to fill in, and the index is
// needed.

import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { checkPackages } from './check/check-packages.ts'
import { readIndex } from './check/image.ts'
import { PACKAGES_DIR } from './packages.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { release: { type: 'boolean', default: false }, index: { type: 'string' } },
})
const findings = await checkPackages(positionals[0] ?? PACKAGES_DIR, {
  release: values.release,
  index: values.index === undefined ? undefined : readIndex(await readFile(values.index)),
  composeCommand: ['docker', 'compose'],
})
for (const { file, line, severity, rule, message } of findings) {
  process.stdout.write(`${relative('.', file)}:${line} ${severity} ${rule}: ${message}\n`)
}
const errors = findings.filter(({ severity }) => severity === 'error').length
process.stdout.write(`${errors} errors, ${findings.length - errors} warnings\n`)
process.exitCode = errors > 0 ? 1 : 0
