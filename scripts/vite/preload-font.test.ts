import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { preloadFont } from './preload-font.ts'
import { buildSite, PAGE } from './testing/build-site.ts'

const site = {
  'index.html': PAGE,
  'main.js': `import './face.css'`,
  'face.css': `@font-face { font-family: Face; src: url('./face.woff2') }`,
  'face.woff2': 'a font',
}

test('The page asks at once for the font that its style sheet will need', async () => {
  const dist = await buildSite(site, preloadFont('face.woff2'))
  const [link = ''] =
    readFileSync(join(dist, 'index.html'), 'utf8').match(/<link rel="preload".*>/) ?? []
  expect(link).toMatch(/as="font" .*crossorigin/)
  const [, href = 'none'] = /href="(.*?)"/.exec(link) ?? []
  expect(existsSync(join(dist, href))).toBe(true)
})

test('A build without that font fails', async () => {
  await expect(buildSite(site, preloadFont('other.woff2'))).rejects.toThrow(
    'The font other.woff2 is not in the bundle',
  )
})
