// Hono with the states of your app. `loadConfig` finds it through dist/hashbang.json.
import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createHandler, loadConfig } from 'hashbang-router/server'
import { Hono } from 'hono'

const site = await createHandler(await loadConfig())
const app = new Hono()

app.get('/api/time', (context) => context.json({ time: new Date() }))
// The app, its files, its snapshots, /sitemap.xml and /robots.txt. Other requests go on.
app.use(async ({ env: { incoming, outgoing } }, next) => {
  const answered = once(outgoing, 'close').then(() => true)
  const goesOn = new Promise((resolve) => site.all(incoming, outgoing, () => resolve(false)))
  return (await Promise.race([answered, goesOn])) ? RESPONSE_ALREADY_SENT : next()
})

const server = serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) }, ({ port }) =>
  console.log(`http://localhost:${port}/`),
)
process.once('SIGTERM', () => {
  // A busy proxy keeps its connections open. From now on, each response closes its own.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  server.close(() => site.close().finally(() => process.exit()))
})
