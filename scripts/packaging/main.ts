// Makes the packages for Umbrel, StartOS and CasaOS from description.ts:
//   npm run packages -- [--out DIR] [--digest sha256:…] [--release]
// The digest of the image's index may also be in IMAGE_DIGEST. Without one, a placeholder is
// written, and `--release` fails.

import { parseArgs } from 'node:util'
import { makePackages, PACKAGES_DIR } from './packages.ts'

const DIGEST = /^sha256:[0-9a-f]{64}$/

function fail(text: string): never {
  process.stderr.write(`packages: ${text}\n`)
  process.exit(2)
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: PACKAGES_DIR },
    digest: { type: 'string', default: process.env['IMAGE_DIGEST'] ?? '' },
    release: { type: 'boolean', default: false },
  },
})
const digest = values.digest === '' ? undefined : values.digest
if (digest !== undefined && !DIGEST.test(digest)) {
  fail('the digest must be sha256: and 64 hexadecimal digits')
}
if (values.release && digest === undefined) fail('a release needs --digest or IMAGE_DIGEST')
for (const folder of await makePackages(values.out, digest)) process.stdout.write(`${folder}\n`)
