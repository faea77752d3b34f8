// The least that a call can cost on this stack: one Hono route on @hono/node-server, in a process
// of its own, which answers with the object it was given over IPC. Then says where it listens.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

process.once('message', (answer: object) => {
  const app = new Hono()
  app.get('/api/status', (request) => request.json(answer))
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
    process.send?.({ url: `http://127.0.0.1:${port}` })
  })
})
process.on('disconnect', () => process.exit(0))
