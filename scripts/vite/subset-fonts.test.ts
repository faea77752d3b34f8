import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { subsetFonts } from './subset-fonts.ts'
import { PAGE } from './testing/build-site.ts'

const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'

/** Builds a page with a face for these characters and weights. @returns the font's bytes */
async function fontFor({ range = 'U+0041-005A', weights = '400 700' } = {}): Promise<number> {
  // In this folder, from which the packages are found.
  const root = mkdtempSync(join(import.meta.dirname, 'testing/fonts-'))
  const cacheDir = mkdtempSync(join(tmpdir(), 'floe-fonts-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
    rmSync(cacheDir, { recursive: true })
  })
  const face = `font-family: Face; font-weight: ${weights}; src: url("${FONT}"); unicode-range: ${range};`
  writeFileSync(join(root, 'index.html'), PAGE)
  writeFileSync(join(root, 'main.js'), `import './faces.css'`)
  writeFileSync(join(root, 'faces.css'), `@font-face { ${face} }`)
  await build({
    root,
    cacheDir,
    configFile: false,
    logLevel: 'silent',
    plugins: [subsetFonts({ styleSheet: 'faces.css', features: ['kern'] })],
    build: { assetsInlineLimit: 0 },
  })
  const assets = join(root, 'dist/assets')
  const [font = ''] = readdirSync(assets).filter((name) => name.endsWith('.woff2'))
  const content = readFileSync(join(assets, font))
  expect(content.subarray(0, 4).toString()).toBe('wOF2')
  return content.length
}

test('A font has no more than the characters that its face is for', async () => {
  const capitals = await fontFor()
  const two = await fontFor({ range: 'U+0041, U+005A' })
  expect(capitals).toBeLessThan(8_000)
  expect(two).toBeLessThan(capitals / 3)
})

test('A font has no more than the weights that its face is for', async () => {
  const all = await fontFor({ weights: '100 900' })
  const some = await fontFor({ weights: '400 500' })
  const one = await fontFor({ weights: '400' })
  expect(some).toBeLessThan(all)
  expect(one).toBeLessThan(some)
})
