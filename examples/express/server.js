// Express with the states of the app. What `vite build` has left in dist/hashbang.json says where the app is.
import express from 'express'
import { createHandler, loadConfig } from 'hashbang-router/server'

const { config } = await loadConfig()
const site = await createHandler(config)
const app = express()

app.get('/api/time', (_request, response) => response.json({ time: new Date() }))
// The app, its files, its snapshots, /sitemap.xml and /robots.txt; all else goes on.
app.use(site.all)
app.use((_request, response) => response.status(404).send('Not here'))

const server = app.listen(process.env.PORT ?? 3000, () =>
  console.log(`http://localhost:${server.address().port}/`),
)
process.once('SIGTERM', () => server.close(() => site.close().finally(() => process.exit())))
