import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { initialBudget } from './initial-budget.ts'
import { buildSite, noise, PAGE, pageWith } from './testing/build-site.ts'

const said = vi.spyOn(console, 'log')
beforeEach(() => void said.mockImplementation(() => {}))
afterEach(() => void said.mockReset())

test('A build within the budget says how much of it it uses', async () => {
  await buildSite({ 'index.html': PAGE, 'main.js': noise(4) }, initialBudget(20_000))
  expect(said).toHaveBeenCalledWith(
    expect.stringMatching(/^initial JavaScript: [34]\.\d kB of 20\.0 kB, gzipped$/),
  )
})

test('A build above the budget fails, and names what is too large', async () => {
  const built = buildSite({ 'index.html': PAGE, 'main.js': noise(40) }, initialBudget(20_000))
  await expect(built).rejects.toThrow(/Too much initial JavaScript.*\n.* kB {2}assets\/index-/)
})

test('What a page imports lazily is not counted', async () => {
  const files = {
    'index.html': PAGE,
    'main.js': `addEventListener('click', () => import('./lazy.js')); ${noise(4)}`,
    'lazy.js': noise(40),
  }
  await expect(buildSite(files, initialBudget(20_000))).resolves.toBeDefined()
})

test('A separate file is counted when a page imports it at once', async () => {
  const files = {
    'index.html': PAGE,
    'other.html': pageWith('other.js'),
    'main.js': `import { a } from './shared.js'; a()`,
    'other.js': `import { a } from './shared.js'; a('other')`,
    'shared.js': `export function a() { ${noise(40)} }`,
  }
  await expect(buildSite(files, initialBudget(20_000))).rejects.toThrow(/kB {2}assets\/shared-/)
})
