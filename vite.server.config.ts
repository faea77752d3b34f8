import { defineConfig } from 'vite'
import { ascii } from './scripts/vite/ascii.ts'

// The server: one folder with everything it needs, so that the image carries no node_modules but
// better-sqlite3, which loads its native binary from its own folder. Each command is a file of its
// own, loaded when it is called: what a health check needs is a few kilobytes.
//
// What is bundled must not look for files beside itself at run time. pino's transports do (they
// start workers by path); pino-pretty is therefore used as a stream in the process.

export default defineConfig({
  // The console's public folder is no part of the server.
  publicDir: false,
  plugins: [ascii()],
  ssr: { target: 'node', noExternal: true, external: ['better-sqlite3'] },
  build: {
    ssr: 'server/main.ts',
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    // Stack traces and crash reports name the functions that the sources name.
    minify: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        format: 'es',
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        // V8 keeps the source in memory, and these are a fifth of it.
        comments: false,
      },
    },
  },
})
