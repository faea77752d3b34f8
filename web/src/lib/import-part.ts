/**
 * Imports a part of the console once its files have come: those are fetched first. A browser that has failed to fetch
 * a module once may never try again on this page (Chromium until 2026, Firefox), and keeps no such grudge of `fetch`,
 * whose answers it has in its cache when the import asks for them.
 *
 * The build calls this for every `import()`: see scripts/vite/import-parts.ts.
 *
 * @param files that the part consists of and that these import, as the importing file names them
 * @param importer that file's address
 * @throws TypeError that names a file that did not come, in which case nothing was imported
 */
export async function importPart<T>(
  load: () => Promise<T>,
  files: readonly string[] = [],
  importer?: string,
): Promise<T> {
  await Promise.all(files.map((file) => fetchWhole(new URL(file, importer))))
  return load()
}

async function fetchWhole(url: URL): Promise<void> {
  const answer = await fetch(url)
  if (!answer.ok) throw new TypeError(`${url}: ${answer.status}`)
  await answer.arrayBuffer()
}
