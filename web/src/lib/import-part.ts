/**
 * Imports a part of the console after fetching its files. A browser that failed to load a module once may never try
 * that module again on this page (Chromium until 2026, Firefox). A failed `fetch` can be repeated, and the import then
 * finds the files in the browser's cache.
 *
 * The build calls this for every `import()`: see scripts/vite/import-parts.ts.
 *
 * @param files the part's files and all that they import, relative to `importer`
 * @param importer URL of the importing file
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
