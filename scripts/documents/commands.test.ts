import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runHere } from '#tests/support/run-command.ts'
import { documents, ROOT, read } from './documents.ts'

/** Code of a document: blocks, and what stands between backquotes. */
const codeOf = (document: string): string[] => [
  ...(read(document).match(/^```[\s\S]*?^```$/gm) ?? []).flatMap((block) => block.split('\n')),
  ...[...read(document).matchAll(/`([^`\n]+(?:\n[^`\n]+)?)`/g)].map(([, code = '']) =>
    code.replace('\n', ' '),
  ),
]

/** `floe backup - --with-key`, also as `docker compose exec floe floe backup` and `npm run floe -- backup`. */
const COMMAND = /\bfloe (?:-- )?(?!floe\b)([a-z][a-z-]*)((?: [^|<>#&\s]+)*)/g

interface Named {
  command: string
  options: string[]
}

const commandsOf = (document: string): Named[] =>
  codeOf(document).flatMap((code) =>
    [...code.matchAll(COMMAND)].map(([, command = '', rest = '']) => ({
      command,
      options: rest.match(/(?<= )--[a-z-]+/g) ?? [],
    })),
  )

test.each(documents)('Every command of floe in %s is there, with its options', async (document) => {
  for (const { command, options } of commandsOf(document)) {
    const { code, stdout: help } = await runHere({}, command, '--help')
    expect({ command, code }).toEqual({ command, code: 0 })
    expect({ command, unknown: options.filter((option) => !help.includes(option)) }).toEqual({
      command,
      unknown: [],
    })
  }
})

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Of Umbrel's repository and of the StartOS package. */
const OF_OTHERS = ['lint:apps', 'check']

test.each(documents)('Every script of npm in %s is there', (document) => {
  const named = codeOf(document).flatMap((code) =>
    [...code.matchAll(/\bnpm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name),
  )
  expect(named.filter((name) => !(name in scripts) && !OF_OTHERS.includes(name))).toEqual([])
})
