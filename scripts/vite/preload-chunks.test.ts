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

test('The page lists, after all else, the chunks that its script may load', async () => {
  const dist = await buildSite(site, preloadChunks({ early: ['next'] }))
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const [, list = ''] = /<template id="early">(.*?)<\/template>/s.exec(page) ?? []
  const [link = ''] = /<link rel="preload".*>/.exec(list) ?? []
  expect(link).toMatch(/fetchpriority="low"/)
  const [, href = 'none'] = /href="(.*?)"/.exec(link) ?? []
  expect(existsSync(join(dist, href))).toBe(true)
})

test('A build without that chunk fails', async () => {
  await expect(buildSite(site, preloadChunks({ early: ['other'] }))).rejects.toThrow(
    'The chunk other is not in the bundle',
  )
})
