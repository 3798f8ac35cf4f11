/**
 * Taking over a form in WebKitGTK, in five frameworks: what a reader has done to the server's controls before the app came is done
 * to the app's. A server in front holds the view back until the reader is done.
 */
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { FORMS, formAt } from '../fixtures/taken-over/forms.ts'
import { serveTakenOver } from '../fixtures/taken-over/serve.ts'
import type { Browser, Check } from './webkit-browser.ts'

const VIEW = /\/assets\/form-[^/]*\.js/

/** A control of the page, in the shadow tree of a view that has one. */
const at = (selector: string) =>
  `(document.querySelector('form-view')?.shadowRoot ?? document).querySelector('${selector}')`

const DONE = `[
  ${at('[name=text]')}.value, ${at('[name=note]')}.value, ${at('[name=box]')}.checked, ${at('[name=choice]')}.value,
  ${at('label > input:not([name])')}.value, ${at('details')}.open,
  ${at('[name=text]')}.matches(':focus'), ${at('[name=text]')}.selectionStart, ${at('[name=text]')}.selectionEnd,
  frames.withoutHeading,
].join()`

/** Every frame until the app is there must have the heading. */
const WATCH = `(() => {
  frames.withoutHeading = 0
  const look = () => {
    if (!${at('h1')}) frames.withoutHeading++
    requestAnimationFrame(look)
  }
  look()
})()`

export async function runTakeOver(browser: Browser, check: Check): Promise<void> {
  const app = await serveTakenOver()
  let held: (() => void)[] = []
  const front = createServer((request, response) => {
    const pass = () => passOn(app.origin, request, response)
    if (VIEW.test(request.url ?? '')) held.push(pass)
    else pass()
  })
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening))
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  for (const framework of FORMS) {
    held = []
    await browser.open(origin + formAt(framework))
    await browser.run(WATCH)
    await browser.type(at('[name=note]'), 'noted')
    await browser.type(at('label > input:not([name])'), 'nameless')
    await browser.run(`${at('[name=box]')}.click()`)
    await browser.run(`${at('summary')}.click()`)
    await browser.run(
      `void (${at('[name=choice]')}.value = 'two', ${at('[name=choice]')}.dispatchEvent(new Event('change', { bubbles: true })))`,
    )
    await browser.type(at('[name=text]'), 'typed')
    await browser.run(`${at('[name=text]')}.setSelectionRange(1, 3)`)
    const sent = `window.sent ??= ${at('[name=text]')}`
    await browser.run(`void (${sent})`)
    for (const pass of held) pass()
    await check(
      `${framework}: what was typed, chosen, opened, selected and focused before stays`,
      `document.documentElement.dataset.ready === 'done' && !sent.isConnected && ${DONE} === 'typed,noted,true,two,nameless,true,true,1,3,0'`,
    )
  }
  front.closeAllConnections()
  front.close()
  await app.stop()
}

function passOn(origin: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url } = request
  const onward = forward(`${origin}${url}`, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  request.pipe(onward)
}
