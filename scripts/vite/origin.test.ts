import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { originOf } from './origin.ts'

const MADE_AT = '2026-08-01T12:30:05+02:00'
const DATE = '2026-08-01T10:30:05.000Z'
const UNKNOWN = { commit: 'unknown', date: 'unknown' }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'floe-origin-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** A repository with one commit. */
function repository() {
  const path = folder()
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', path, '-c', 'user.name=a', '-c', 'user.email=a@b.test', ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_COMMITTER_DATE: MADE_AT },
    }).trim()
  git('init', '--quiet')
  writeFileSync(join(path, 'source'), 'one')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  return { path, commit: git('rev-parse', 'HEAD') }
}

test('A build in a clone is of its commit and of that commit’s date', () => {
  const { path, commit } = repository()

  expect(originOf(path, {})).toEqual({ commit, date: DATE })
})

test('A build of changed sources says so', () => {
  const { path, commit } = repository()
  writeFileSync(join(path, 'source'), 'another')

  expect(originOf(path, {}).commit).toBe(`${commit}-changed`)
})

test('The environment goes before git', () => {
  const { path } = repository()

  expect(originOf(path, { REVISION: 'abc', CREATED: '2026-09-02' })).toEqual({
    commit: 'abc',
    date: '2026-09-02T00:00:00.000Z',
  })
  const { date } = originOf(path, { SOURCE_DATE_EPOCH: '1785580205', CREATED: '2026-09-02' })
  expect(date).toBe(DATE)
})

test('Without a clone, and with nothing valid in the environment, the origin is unknown', () => {
  const path = folder()

  expect(originOf(path, {})).toEqual(UNKNOWN)
  expect(originOf(path, { REVISION: 'unknown', CREATED: 'unknown' })).toEqual(UNKNOWN)
  expect(originOf(path, { CREATED: 'yesterday' })).toEqual(UNKNOWN)
})
