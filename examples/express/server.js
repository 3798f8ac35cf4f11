// Express with the states of your app. `loadConfig` finds it through dist/hashbang.json.
import express from 'express'
import { createHandler, loadConfig } from 'hashbang-router/server'

const site = await createHandler(await loadConfig())
const app = express()

app.get('/api/time', (_request, response) => response.json({ time: new Date() }))
// Your data changed: the next reader of the word gets a new snapshot.
app.post('/api/word/:lemma', async ({ params }, response) =>
  response.json(await site.purge({ state: `/word/${params.lemma}` })),
)
// The app, its files, its snapshots, /sitemap.xml and /robots.txt. Other requests go on.
app.use(site.all)
app.use((_request, response) => response.status(404).send('Not here'))

const server = app.listen(process.env.PORT ?? 3000, (error) => {
  // Such as a port that another process uses.
  if (error) throw error
  console.log(`http://localhost:${server.address().port}/`)
})
process.once('SIGTERM', () => {
  // A busy proxy keeps its connections open. From now on, each response closes its own.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  server.close(() => site.close().finally(() => process.exit()))
})
