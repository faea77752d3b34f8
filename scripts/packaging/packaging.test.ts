import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CasaosOptions } from './check/casaos.ts'
import { checkPackages } from './check/check-packages.ts'
import { readIndex } from './check/image.ts'
import { type RuleId, rules } from './check/rules.ts'
import { makePackages } from './packages.ts'
import { cases } from './testing/cases.ts'

const INDEX = Buffer.from(
  JSON.stringify({
    manifests: ['amd64', 'arm64'].map((architecture) => ({
      platform: { os: 'linux', architecture },
    })),
  }),
)
const DIGEST = `sha256:${createHash('sha256').update(INDEX).digest('hex')}`
const options: CasaosOptions = {
  release: false,
  index: undefined,
  composeCommand: undefined,
}

let root: string
let sound: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'floe-packages-'))
  sound = join(root, 'sound')
  await makePackages(sound, DIGEST)
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('The packages that are made', () => {
  test("keep every rule, given the image's index", async () => {
    const index = readIndex(INDEX)
    const release: CasaosOptions = { release: true, index, composeCommand: ['true'] }

    expect(await checkPackages(sound, release)).toEqual([])
  })

  test('have one thing left to fill in while there is no digest, so that a release is refused', async () => {
    const folder = join(root, 'unreleased')
    await makePackages(folder, undefined)
    const found = (findings: Awaited<ReturnType<typeof checkPackages>>) =>
      new Set(findings.map(({ rule, severity }) => `${severity} ${rule}`))

    expect(found(await checkPackages(folder, options))).toEqual(
      new Set(['warning any/image-placeholder']),
    )
    expect(found(await checkPackages(folder, { ...options, release: true }))).toEqual(
      new Set(['error any/image-placeholder']),
    )
  })

  test('leave nothing of what was made there before', async () => {
    const folder = join(root, 'again')
    await makePackages(folder, DIGEST)
    await writeFile(join(folder, 'umbrel/floe/hooks'), 'stale')
    await makePackages(folder, DIGEST)

    await expect(readFile(join(folder, 'umbrel/floe/hooks'))).rejects.toThrow('ENOENT')
  })
})

describe('A package that breaks a rule', () => {
  test.each(Object.keys(rules) as RuleId[])('%s is found, with file and line', async (rule) => {
    const { breaks, file, line, options: special } = cases[rule]
    const folder = join(root, rule.replace('/', '-'))
    await cp(sound, folder, { recursive: true })
    await breaks(folder)

    const found = (await checkPackages(folder, { ...options, ...special })).filter(
      (finding) => finding.rule === rule,
    )
    const place = found.find((finding) => relative(folder, finding.file) === file)
    const { severity, line: at } = place ?? {}
    expect({ severity, files: found.map((finding) => relative(folder, finding.file)) }).toEqual({
      severity: rules[rule][0],
      files: expect.arrayContaining([file]),
    })
    if (line === undefined) return expect(at).toBe(1)
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n')
    expect(lines[Number(at) - 1]).toMatch(line)
  })

  test('is refused on the command line, unless it only lacks the digest', async () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(import.meta.dirname, 'check.ts'), ...args], {
        encoding: 'utf8',
      })
    const folder = join(root, 'refused')
    await makePackages(folder, undefined)
    const open = run(folder)
    await cases['umbrel/user'].breaks(folder)
    const broken = run(folder)

    expect(open.status).toBe(0)
    expect(broken.status).toBe(1)
    expect(broken.stdout).toMatch(/docker-compose\.yml:\d+ error umbrel\/user: /)
  })
})

describe('A release', () => {
  const make = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })

  test('makes nothing without a valid digest', () => {
    const out = join(root, 'nothing')

    expect(make('--out', out, '--release').status).toBe(2)
    expect(make('--out', out, '--digest', 'sha256:abc').status).toBe(2)
  })
})
