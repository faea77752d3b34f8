import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { precompress } from './precompress.ts'
import { buildSite, noise, PAGE } from './testing/build-site.ts'

test('Every text file is also there compressed, with the same content', async () => {
  const text = 'all of it is served '.repeat(200)
  const dist = await buildSite(
    { 'index.html': PAGE, 'main.js': noise(4), 'public/licenses.md': text },
    precompress(),
  )
  const script = readdirSync(join(dist, 'assets')).find((name) => name.endsWith('.js')) ?? ''

  for (const name of [join('assets', script), 'licenses.md']) {
    const plain = readFileSync(join(dist, name))
    expect(brotliDecompressSync(readFileSync(join(dist, `${name}.br`))).equals(plain)).toBe(true)
    expect(gunzipSync(readFileSync(join(dist, `${name}.gz`))).equals(plain)).toBe(true)
  }
})

test('Small and already compressed files are left alone', async () => {
  const dist = await buildSite(
    { 'index.html': PAGE, 'main.js': 'console.log(1)', 'public/icon.png': noise(4) },
    precompress(),
  )
  expect(existsSync(join(dist, 'icon.png'))).toBe(true)
  expect(
    readdirSync(dist, { recursive: true }).filter((name) => /\.(br|gz)$/.test(String(name))),
  ).toEqual([])
})
