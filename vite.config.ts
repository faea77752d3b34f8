import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { initialBudget } from './scripts/vite/initial-budget.ts'
import { floeLicence, licences } from './scripts/vite/licences.ts'
import { precompress } from './scripts/vite/precompress.ts'
import { preloadFont } from './scripts/vite/preload-font.ts'
import { subsetFonts } from './scripts/vite/subset-fonts.ts'

// The console: a static site that the server hands out from dist/web. `npm run dev` serves it
// with this file too, and passes what belongs to the server on to the one it started.

const here = (path: string) => `${import.meta.dirname}/${path}`
const server = `http://127.0.0.1:${process.env['HOST_PORT'] ?? 8002}`

export default defineConfig({
  root: here('web'),
  plugins: [
    react(),
    tailwindcss(),
    subsetFonts({
      styleSheet: 'app/fonts.css',
      // Kerning and accents, and what app.css asks for.
      features: ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'cv11', 'tnum'],
    }),
    preloadFont('inter-latin-wght-normal.woff2'),
    initialBudget(150_000),
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
    // What is bundled is distributed: its licences go with it.
    license: { fileName: 'licenses.md' },
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
