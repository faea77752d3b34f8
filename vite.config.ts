import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { importParts } from './scripts/vite/import-parts.ts'
import { initialBudget } from './scripts/vite/initial-budget.ts'
import { floeLicence, licences } from './scripts/vite/licences.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { preloadChunks } from './scripts/vite/preload-chunks.ts'
import { preloadFont } from './scripts/vite/preload-font.ts'
import { subsetFonts } from './scripts/vite/subset-fonts.ts'

// The console: a static site that the server hands out from dist/web. `npm run dev` serves it
// with this file too, and passes what belongs to the server on to the one it started.

const here = (path: string) => `${import.meta.dirname}/${path}`
const server = `http://127.0.0.1:${process.env['HOST_PORT'] ?? 8002}`

/**
 * What is always loaded together is one file: on a slow line each file costs more than its bytes. All else
 * is split by who imports it.
 */
const CHUNKS = [
  // What the page's language stands on too. The page waits for its language before it goes on: if that needed a
  // file of the page, both would wait for ever.
  {
    name: 'contract',
    tags: ['$initial' as const],
    test: /server\/contract\//,
    priority: 4,
  },
  // What the server says, and the console too.
  {
    name: 'messages',
    test: /server\/contract\/(codes|texts\/igloo|([a-z-]+-)?messages)\.ts$/,
    priority: 3,
  },
  // The login's alone.
  { name: 'access-rules', test: /server\/contract\/access-rules\.ts$/, priority: 4 },
  // What those share with the first screen: neither must bring the other.
  { name: 'sentences', test: /server\/contract\/protocols\.ts$/, priority: 4 },
  // The entry stays a file of its own: its name changes with anything that it imports.
  {
    name: 'initial',
    tags: ['$initial' as const],
    test: (id: string) => !/(index\.html|main\.tsx)$/.test(id),
    priority: 3,
  },
  // What the first screen shares with the login and with messages, so that none brings another.
  {
    name: 'screens',
    test: /(web\/src\/(app\/(Header|Page)|ui\/(Card|CopyButton|Field|Segments|StateIcon))\.tsx|icons\/x\.m?js)$/,
    priority: 2,
  },
  { name: 'home', test: /web\/src\/app\/SignedIn\.tsx$/, priority: 1 },
  {
    name: 'login',
    test: /web\/src\/(app\/LoginPage\.tsx|features\/(auth\/LoginForm|settings\/LanguageLinks)\.tsx|lib\/forms\.ts|texts\/parts\/access\.ts)$/,
    priority: 3,
  },
]

/** What public/early.js has the page load before its script runs. */
const EARLY = {
  'early-signed-in': ['SignedIn', 'home', 'screens', 'sentences'],
  'early-login': ['LoginPage', 'login', 'access-rules', 'screens'],
}

export default defineConfig({
  root: here('web'),
  // A proxy may have the page below a path: what is built names its files from where it is itself.
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    subsetFonts({
      styleSheet: 'app/fonts.css',
      // Kerning and accents, and what app.css asks for.
      features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'cv11', 'tnum'],
    }),
    preloadFont('inter-latin-wght-normal.woff2'),
    importParts(),
    preloadChunks(EARLY),
    initialBudget(90_000),
    licences({
      bundled: 'licenses.md',
      others: ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'],
      to: here('dist/web/licenses.md'),
      root: here('.'),
    }),
    floeLicence(here('LICENSE')),
    precompress(),
  ],
  build: {
    outDir: here('dist/web'),
    emptyOutDir: true,
    // The server's Content-Security-Policy allows no data: URL, for fonts and images neither.
    assetsInlineLimit: 0,
    // A browser without it only loads later.
    modulePreload: { polyfill: false },
    // What the README says of browsers: `light-dark()` and `AbortSignal.any` came with these.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    // What is bundled is distributed: its licences go with it.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // A part of the console loads only the files of texts that it uses, though it imports all by `texts.ts`.
      treeshake: {
        moduleSideEffects: [{ test: /web\/src\/texts\/(texts|parts\/)/, sideEffects: false }],
      },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    host: '127.0.0.1',
    // The browser's Host and Origin go through as they are, so that the server's checks of them
    // see the same thing here as in production.
    proxy: {
      '/api': { target: server, changeOrigin: false, ws: true },
      '/metrics': { target: server, changeOrigin: false },
    },
    // The folders that the console imports from, and not the one with the signer's data.
    fs: { allow: [here('web'), here('server/contract'), here('node_modules')] },
  },
})
