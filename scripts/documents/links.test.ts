import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { documents, prose, ROOT } from './documents.ts'

/** The anchors of a document: those that GitHub makes of its headings, and its own. */
function anchorsOf(path: string): string[] {
  const headings = [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )
  const marked = [...prose(path).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return [...headings, ...marked]
}

/** The link, if what it names is not there; null if it is. */
function missing(document: string, link: string): string | null {
  const [target = '', anchor] = link.split('#')
  const path = target === '' ? document : join(dirname(document), decodeURI(target))
  if (!existsSync(join(ROOT, path))) return link
  if (anchor === undefined || !path.endsWith('.md')) return null
  return anchorsOf(path).includes(anchor) ? null : link
}

test.each(documents)('Every link of %s leads somewhere', (document) => {
  const links = [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const ours = links.filter((link) => !/^(https?|mailto):/.test(link))
  expect(ours.filter((link) => missing(document, link) !== null)).toEqual([])
})

/** Where a path of the documents may begin. */
const STARTS = ['', 'server/', 'web/', 'web/src/', 'scripts/', 'scripts/packaging/', 'tests/']

test.each(documents)('Every file of ours that %s names is there', (document) => {
  const named = [...prose(document).matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)].map(
    ([, path = '']) => path,
  )
  const sources = named.filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  const starts = [...STARTS, `${dirname(document)}/`]
  const isThere = (path: string) => starts.some((start) => existsSync(join(ROOT, start, path)))
  expect(sources.filter((path) => !isThere(path))).toEqual([])
})
