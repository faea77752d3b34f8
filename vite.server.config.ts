import { join } from 'node:path'
import { defineConfig } from 'vite'
import { ascii } from './scripts/vite/ascii.ts'
import { licences } from './scripts/vite/licences.ts'
import { originOf } from './scripts/vite/origin.ts'

// The server: one folder with everything it needs, so that the image carries no node_modules but the
// packages that load a binary from their own folder: SQLite, and the curve's arithmetic. Each command
// is a file of its own, loaded when it is called: what a health check needs is a few kilobytes.
//
// What is bundled must not look for files beside itself at run time. pino's transports do (they
// start workers by path); pino-pretty is therefore used as a stream in the process.

export default defineConfig({
  // The console's public folder is no part of the server.
  publicDir: false,
  plugins: [
    ascii(),
    licences({
      bundled: 'licenses.md',
      others: [
        'better-sqlite3',
        'tiny-secp256k1',
        'uint8array-tools',
        'secp256k1',
        'node-gyp-build',
      ],
      // Where the page finds it: that is built first.
      to: join(import.meta.dirname, 'dist/web/licenses-server.md'),
      root: import.meta.dirname,
    }),
  ],
  define: { FLOE_BUILD: JSON.stringify(originOf(import.meta.dirname, process.env)) },
  ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
  build: {
    ssr: 'server/main.ts',
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        // V8 keeps the source in memory, and this halves it. Stack traces and crash reports still name
        // the functions that the sources name.
        minify: {
          compress: { keepNames: { function: true, class: true } },
          mangle: { keepNames: { function: true, class: true } },
        },
      },
    },
  },
})
