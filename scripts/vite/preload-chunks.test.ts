import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { preloadChunks } from './preload-chunks.ts'
import { buildSite, PAGE } from './testing/build-site.ts'

const site = {
  'index.html': PAGE,
  'main.js': `addEventListener('click', () => import('./next.js'))`,
  'next.js': `export const next = 'next'`,
}

test('The page asks, after all else, for what most visits want next', async () => {
  const dist = await buildSite(site, preloadChunks(['next']))
  const [link = ''] =
    readFileSync(join(dist, 'index.html'), 'utf8').match(/<link rel="preload".*>/) ?? []
  expect(link).toMatch(/fetchpriority="low"/)
  const [, href = 'none'] = /href="(.*?)"/.exec(link) ?? []
  expect(existsSync(join(dist, href))).toBe(true)
})

test('A build without that chunk fails', async () => {
  await expect(buildSite(site, preloadChunks(['other']))).rejects.toThrow(
    'The chunk other is not in the bundle',
  )
})
