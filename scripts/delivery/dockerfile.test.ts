import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

interface Instruction {
  name: string
  rest: string
}

/** The instructions of a Dockerfile: without comments, and each on one line. */
const instructionsOf = (text: string): Instruction[] =>
  text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line) ?? []
      return { name: name.toUpperCase(), rest }
    })

/** The rules that a Dockerfile breaks, with hadolint's numbers where it has them. */
function problemsOf(text: string): string[] {
  const instructions = instructionsOf(text)
  const all = (name: string) => instructions.filter((one) => one.name === name)
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
  const user = last.findLast(({ name }) => name === 'USER')?.rest
  const stages = all('FROM').map(({ rest }) => / AS (\w+)$/i.exec(rest)?.[1])
  const bases = new Map(
    all('ARG').map(({ rest }) => [`$${rest.split('=')[0]}`, rest.split('=')[1]]),
  )
  const apt = all('RUN').filter(({ rest }) => rest.includes('apt-get install'))
  const rules: [rule: string, isBroken: boolean][] = [
    ...all('FROM').map(({ rest }): [string, boolean] => {
      const [named = ''] = rest.split(' ')
      const image = bases.get(named) ?? named
      const isFree = !image.includes(':') || /:latest\b/.test(image)
      return [`DL3006 DL3007: ${image} has no version`, isFree && !stages.includes(image)]
    }),
    ['DL3002: it runs as root', user === undefined || /^(root|0)\b/.test(user)],
    ['DL3057: no HEALTHCHECK', !last.some(({ name }) => name === 'HEALTHCHECK')],
    ['DL3020: ADD', all('ADD').length > 0],
    ['DL3004: sudo', all('RUN').some(({ rest }) => /\bsudo\b/.test(rest))],
    ['DL3000: a relative WORKDIR', all('WORKDIR').some(({ rest }) => !rest.startsWith('/'))],
    ['DL3025: CMD is not in JSON', last.some((one) => one.name === 'CMD' && !/^\[/.test(one.rest))],
    ['DL3015: more than is needed', apt.some(({ rest }) => !/--no-install-recommends/.test(rest))],
    ['DL3009: lists stay', apt.some(({ rest }) => !/rm -rf \/var\/lib\/apt\/lists/.test(rest))],
    [
      'a secret in the image',
      [...all('ENV'), ...all('ARG')].some(({ rest }) =>
        /(SECRET|PASS|TOKEN|API_KEY|_CRED)/.test(rest),
      ),
    ],
  ]
  return rules.flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const dockerfile = read('Dockerfile')

test('The Dockerfile keeps the rules of good images', () => {
  expect(problemsOf(dockerfile)).toEqual([])
})

test('A release is built on the same image, pinned by its digest, which Dependabot keeps new', () => {
  const [, base] = /^ARG BASE=(\S+)$/m.exec(dockerfile) ?? []
  const pinned = read('.github/base/Dockerfile').match(/^FROM .*$/gm)
  expect(pinned).toEqual([expect.stringMatching(`^FROM ${base}@sha256:[0-9a-f]{64}$`)])
  expect(read('.github/workflows/release.yml')).toContain('.github/base/Dockerfile')
  expect(read('.github/dependabot.yml')).toContain('/.github/base')
})

describe('The check finds', () => {
  const USER = /^USER .*$/m
  test.each<[what: string, broken: string, rule: string]>([
    ['a base without version', dockerfile.replace(/^FROM \S+$/m, 'FROM node'), 'DL3006'],
    ['the newest base', dockerfile.replace(/^ARG BASE=.*$/m, 'ARG BASE=node:latest'), 'DL3007'],
    ['root', dockerfile.replace(USER, 'USER 0:0'), 'DL3002'],
    ['no user', dockerfile.replace(USER, ''), 'DL3002'],
    ['no health check', dockerfile.replace('HEALTHCHECK', 'LABEL'), 'DL3057'],
    ['ADD', dockerfile.replace('COPY . .', 'ADD . .'), 'DL3020'],
    ['a command for a shell', dockerfile.replace(/^CMD .*$/m, 'CMD floe serve'), 'DL3025'],
    ['apt-get', dockerfile.replace(USER, 'RUN apt-get install git\n$&'), 'DL3015'],
    ['lists of apt', dockerfile.replace(USER, 'RUN apt-get install git\n$&'), 'DL3009'],
    ['a secret', dockerfile.replace(USER, 'ENV API_KEY=x\n$&'), 'a secret'],
  ])('%s', (_, broken, rule) => {
    expect(problemsOf(broken).join('\n')).toContain(rule)
  })
})
