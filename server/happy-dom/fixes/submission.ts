/**
 * Forms that are sent. In: a window. Out: a form of `get` takes the page to the address that its data make, as a link does; one of
 * `post` sends the reader where no redirect leads, and is noted with the job, as is one of a frame; one of a dialog closes it; one that
 * is sent to a frame takes that there; one that is sent to another window is told, and is nothing. Nobody is asked.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
 * happy-dom gives the form itself where there is no submitter: capricorn86/happy-dom#2438.
 * It takes any submitter; not reported. Report: docs/happy-dom/request-submit.md
 * Ours: where a form may lead.
 */
import { scope } from '../context.ts'
import { type InnerWindow, inner, S, wrap } from '../internals.ts'
import { toldOf } from '../network.ts'
import { goInFrame, hasFrame } from '../page-frames.ts'

/** What sends a form. */
type Submitter = HTMLElement | null

/** Targets that are the page itself, which is in no frame. */
const ITSELF = ['', '_self', '_top', '_parent']

export function installSubmission(window: InnerWindow): void {
  const { prototype } = window.HTMLFormElement
  wrap<HTMLFormElement['submit']>(
    prototype,
    'submit',
    () =>
      function (this: HTMLFormElement) {
        submit(this, null)
      },
  )
  wrap<HTMLFormElement['requestSubmit']>(
    prototype,
    'requestSubmit',
    () =>
      function (this: HTMLFormElement, submitter = null) {
        const button = submitter as HTMLButtonElement | null
        if (button && real(button.form) !== real(this)) {
          throw new window.DOMException('Not a button of this form', 'NotFoundError')
        }
        if (!(button?.formNoValidate || this.noValidate || this.checkValidity())) return
        const init = { bubbles: true, cancelable: true, submitter: button }
        if (this.dispatchEvent(new window.SubmitEvent('submit', init))) submit(this, button)
      },
  )
}

/** Forms are seen through a proxy, and not always. */
const real = (form: object | null | undefined): object | undefined =>
  form ? (inner<{ [S.proxy]?: object }>(form)[S.proxy] ?? form) : undefined

function submit(form: HTMLFormElement, submitter: Submitter): void {
  const said = (name: string) =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const method = said('method').toLowerCase()
  if (!form.isConnected) return
  if (method === 'dialog') {
    form.closest('dialog')?.close(submitter?.getAttribute('value') ?? '')
    return
  }
  const { baseURI } = document
  const action = said('action') || location.href
  if (!URL.canParse(action, baseURI)) return
  const url = new URL(action, baseURI)
  const target = said('target')
  const isOfPage = form.getRootNode() === document
  const isToPage = isOfPage && ITSELF.includes(target.toLowerCase())
  const isToFrame = isOfPage ? hasFrame(target) : isInFrame(form)
  // What is of another origin is closed to the page, whichever way it comes into a frame.
  const isClosed = isToFrame && !isToPage && url.origin !== location.origin
  if (isClosed || !(isToPage || isToFrame) || !/^https?:$/.test(url.protocol)) {
    toldOf(`a form that is sent to ${url}`)
    return
  }
  if (method === 'post' || !isOfPage) {
    const what = isToFrame ? 'a form in a frame, or to one,' : 'a form'
    const why = `The page sends ${what} to ${url.href} as soon as it is shown, where no redirect can send its readers`
    scope()?.job?.fail(new Error(why))
    return
  }
  url.search = String(new URLSearchParams(entriesOf(form, submitter)))
  if (isToPage) location.href = url.href
  else goInFrame(target, url.href)
}

/** Whether a form is in a document that is shown in a frame. */
function isInFrame(form: HTMLFormElement): boolean {
  const { defaultView } = form.getRootNode() as Document
  return Boolean(defaultView && defaultView !== globalThis && !(S.mutationObservers in defaultView))
}

const entriesOf = (form: HTMLFormElement, submitter: Submitter): string[][] =>
  [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    (typeof value === 'string' ? value : value.name).replace(/\r\n?|\n/g, '\r\n'),
  ])
