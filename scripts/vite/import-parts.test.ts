import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importParts } from './import-parts.ts'
import { buildSite, PAGE } from './testing/build-site.ts'

const site = {
  'index.html': PAGE,
  'main.js': `addEventListener('click', () => import('./next.js').then(console.log))
export const shared = 'shared'`,
  'next.js': `import { shared } from './main.js'
export const next = shared`,
}

test('A part is imported by the console’s own function, with the files that it needs', async () => {
  const assets = join(await buildSite(site, importParts()), 'assets')
  const code = readdirSync(assets).map((name) => readFileSync(join(assets, name), 'utf8'))
  expect(code.join('\n')).toMatch(/arrayBuffer/)
  expect(code.join('\n')).not.toContain('modulepreload')
})

test('A part with a style sheet of its own fails the build', async () => {
  const styled = {
    ...site,
    'next.js': `import './next.css'\n${site['next.js']}`,
    'next.css': 'p { color: red }',
  }
  const first = {
    ...styled,
    'main.js': `import './main.css'\n${site['main.js']}`,
    'main.css': 'a { color: red }',
  }
  await expect(buildSite(first, importParts())).rejects.toThrow('A part has a style sheet: ')
})
