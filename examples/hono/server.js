// Hono with the states of the app. What `vite build` has left in dist/hashbang.json says where the app is.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createHandler, loadConfig, toFetch } from 'hashbang-router/server'
import { Hono } from 'hono'

const { config } = await loadConfig()
const site = await createHandler(config)
const snapshots = toFetch(site)
const app = new Hono()

app.get('/api/time', (context) => context.json({ time: new Date() }))
// The pages of the app, as themselves and as snapshots; all else goes on.
app.use(async ({ req }, next) => (await snapshots(req.raw)) ?? next())
app.use(serveStatic({ root: 'dist/client' }))

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}/`),
)
process.once('SIGTERM', () => server.close(() => site.close().finally(() => process.exit())))
