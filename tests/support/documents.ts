import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const BLOCK = /^```(\w*)\n(.*?)^```$/gms

/** A block of commands in a document. */
export interface Block {
  /** The document, from the root of the repository. */
  file: string
  text: string
}

/** README, SECURITY.md and the pages of docs/, as paths from the repository's root. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
]

/** The blocks of a document that are marked with this language. */
export const blocksOf = (file: string, language: string): Block[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(BLOCK)]
    .filter(([, marked]) => marked === language)
    .map(([, , text = '']) => ({ file, text }))

/** All blocks that are marked with `sh`, in the order of the documents, each text once. */
export const shellBlocks = (): Block[] => {
  const blocks = DOCUMENTS.flatMap((file) => blocksOf(file, 'sh'))
  return [...new Map(blocks.toReversed().map((block) => [block.text, block])).values()].toReversed()
}
