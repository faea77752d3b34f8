import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VERSION } from '#lib/version.ts'
import { IMAGE } from '../packaging/description.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

const NAMING = [
  ...['docker-compose.yml', 'docs/compose.yaml', 'docs/kubernetes.yaml', 'docs/unraid.xml'],
  'docs/igloo-server.md',
]

test.each(NAMING)('%s names the image of this version', (path) => {
  const tags = [...read(path).matchAll(new RegExp(`${IMAGE}:([\\w.-]+)`, 'g'))].map(
    ([, tag]) => tag,
  )
  expect(new Set(tags)).toEqual(new Set([VERSION]))
})

test('The image says that it is this version', () => {
  expect(read('Dockerfile')).toContain(`\nARG VERSION=${VERSION}\n`)
})

test('The packages’ lock file is of this version', () => {
  const { version, packages } = JSON.parse(read('package-lock.json'))
  expect([version, packages[''].version]).toEqual([VERSION, VERSION])
})

/** The release's notes are taken from it. */
test('CHANGELOG.md says what is new in this version', () => {
  const [, notes = ''] = read('CHANGELOG.md').split(`\n## [${VERSION}]`)
  expect(notes.split('\n## ')[0]).toMatch(/^- \S/m)
})
