/** A server of a test's own, on a free port of loopback. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function listening(listener: RequestListener) {
  const server = createServer(listener)
  // On a busy machine a connection would expire just when it is used again.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { server, port, origin: `http://127.0.0.1:${port}`, close }
}

export type Listening = Awaited<ReturnType<typeof listening>>
