// One server for both: hashbang-router answers the states of `/`, Vike answers every other path.
import { createServer } from 'node:http'
import { createHandler, loadConfig } from 'hashbang-router/server'
import { renderPage } from 'vike/server'
import './dist/server/entry.mjs'

const origin = process.env.ORIGIN ?? 'http://localhost:3000'
const site = await createHandler(await loadConfig('states/dist/hashbang.json', { origin }))

async function paths(request, response) {
  const { httpResponse } = await renderPage({ urlOriginal: request.url })
  response.statusCode = httpResponse.statusCode
  for (const [name, value] of httpResponse.headers) response.setHeader(name, value)
  httpResponse.pipe(response)
}

const server = createServer((request, response) =>
  site.all(request, response, () => paths(request, response)),
)
server.listen(process.env.PORT ?? 3000, () =>
  console.log(`http://localhost:${server.address().port}/`),
)
process.once('SIGTERM', () => {
  // A busy proxy keeps its connections open. From now on, each response closes its own.
  server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'))
  server.close(() => site.close().finally(() => process.exit()))
})
