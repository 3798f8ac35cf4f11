// prerender, which shows each page in a new context of one Chromium and waits until no request is
// under way. In: nothing. Out: a function from an address to its HTML. It is told to wait as little
// as it can be told.
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import prerender from 'prerender'

// It logs to the console.
const log: { log: () => void } = createRequire(import.meta.url)('prerender/lib/util.js')
log.log = () => undefined

/** Starts it with a browser of its own. */
export async function startPrerender(): Promise<{
  html(url: string): Promise<string>
  close(): void
}> {
  const [port, debugging] = [await freePort(), await freePort()]
  const server = prerender({
    port,
    chromeLocation: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    chromeFlags: [
      ...['--headless', '--disable-gpu', '--hide-scrollbars', '--no-sandbox'],
      `--remote-debugging-port=${debugging}`,
    ],
    browserDebuggingPort: debugging,
    waitAfterLastRequest: 1,
    pageDoneCheckInterval: 1,
  })
  await server.startPrerender()
  return {
    async html(url) {
      const answer = await fetch(`http://127.0.0.1:${port}/render?url=${encodeURIComponent(url)}`)
      return answer.text()
    },
    close: () => server.killBrowser(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
