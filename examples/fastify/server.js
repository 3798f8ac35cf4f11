// Fastify with the states of your app. `loadConfig` finds it through dist/hashbang.json.
import fastify from 'fastify'
import { createHandler, loadConfig } from 'hashbang-router/server'

const site = await createHandler(await loadConfig())
// While it stops, Fastify serves the last requests of a busy proxy, and closes their connections.
const app = fastify({ return503OnClosing: false })

// The app, its files, its snapshots, /sitemap.xml and /robots.txt. Other requests go on.
app.addHook('onRequest', (request, reply, done) => site.all(request.raw, reply.raw, done))
app.get('/api/time', () => ({ time: new Date() }))

await app.listen({ port: Number(process.env.PORT ?? 3000) })
console.log(`http://localhost:${app.server.address().port}/`)
process.once('SIGTERM', () => app.close().then(() => site.close().finally(() => process.exit())))
