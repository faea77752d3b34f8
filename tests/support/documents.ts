import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BLOCK = /^```(\w*)\n(.*?)^```$/gms

/** A block of commands, as a document has it. */
export interface Block {
  /** The document, from the root of the repository. */
  file: string
  text: string
}

/** What people read: README, SECURITY.md and the pages of docs/, from the repository's root. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
]

/** The blocks of a document that are marked as of a language. */
export const blocksOf = (file: string, language: string): Block[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(BLOCK)]
    .filter(([, marked]) => marked === language)
    .map(([, , text = '']) => ({ file, text }))

/** All blocks that are marked as a shell's, in the order of the documents; one that comes again counts once. */
export const shellBlocks = (): Block[] => {
  const blocks = DOCUMENTS.flatMap((file) => blocksOf(file, 'sh'))
  return [...new Map(blocks.toReversed().map((block) => [block.text, block])).values()].toReversed()
}
