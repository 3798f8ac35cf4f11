/**
 * Submits forms. `get` navigates the page or the target frame. `post`, and forms in a frame, are
 * recorded as navigation that no redirect can follow. `dialog` closes the dialog. Other targets are
 * only reported. No request is sent.
 * https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm
 * Without a submitter, happy-dom sets the form itself: capricorn86/happy-dom#2438.
 * It accepts any submitter; not reported. Report: docs/happy-dom/request-submit.md
 * Ours: which targets a form may navigate.
 */

import { type InnerWindow, inner, override, S } from '../internals.ts'
import { JobContext } from '../isolation/context.ts'
import { reportUse } from '../isolation/network.ts'
import { goInFrame, hasFrame } from '../page/frames.ts'
import { pageGlobal } from '../realm/realm.ts'

type Submitter = HTMLElement | null

/** Targets that mean the page itself, which is in no frame. */
const ITSELF = ['', '_self', '_top', '_parent']

export function installSubmission(window: InnerWindow): void {
  const { prototype } = window.HTMLFormElement
  override<HTMLFormElement>(prototype, {
    submit() {
      submit(this, null)
    },
    requestSubmit(submitter = null) {
      const button = submitter as HTMLButtonElement | null
      if (button && real(button.form) !== real(this)) {
        throw new window.DOMException('Not a button of this form', 'NotFoundError')
      }
      if (!(button?.formNoValidate || this.noValidate || this.checkValidity())) return
      const init = { bubbles: true, cancelable: true, submitter: button }
      if (this.dispatchEvent(new window.SubmitEvent('submit', init))) submit(this, button)
    },
  })
}

/** Pages sometimes see a form through a proxy. */
const real = (form: object | null | undefined): object | undefined =>
  form ? (inner<{ [S.proxy]?: object }>(form)[S.proxy] ?? form) : undefined

function submit(form: HTMLFormElement, submitter: Submitter): void {
  const attributeOf = (name: string) =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const method = attributeOf('method').toLowerCase()
  if (!form.isConnected) return
  if (method === 'dialog') {
    form.closest('dialog')?.close(submitter?.getAttribute('value') ?? '')
    return
  }
  const { baseURI } = document
  const action = attributeOf('action') || location.href
  if (!URL.canParse(action, baseURI)) return
  const url = new URL(action, baseURI)
  const target = attributeOf('target')
  const isOfPage = form.getRootNode() === document
  const isToPage = isOfPage && ITSELF.includes(target.toLowerCase())
  const isToFrame = isOfPage ? hasFrame(target) : isInFrame(form)
  // A page cannot reach documents of other origins in frames.
  const isClosed = isToFrame && !isToPage && url.origin !== location.origin
  if (isClosed || !(isToPage || isToFrame) || !/^https?:$/.test(url.protocol)) {
    reportUse(`a form that is sent to ${url}`)
    return
  }
  if (method === 'post' || !isOfPage) {
    const what = isToFrame ? 'a form in a frame, or to one,' : 'a form'
    const why = `The page sends ${what} to ${url.href} as soon as it is shown, where no redirect can send its readers`
    JobContext.current?.fail(new Error(why))
    return
  }
  url.search = String(new URLSearchParams(entriesOf(form, submitter)))
  if (isToPage) location.href = url.href
  else goInFrame(target, url.href)
}

function isInFrame(form: HTMLFormElement): boolean {
  const { defaultView } = form.getRootNode() as Document
  return Boolean(
    defaultView && defaultView !== pageGlobal() && !(S.mutationObservers in defaultView),
  )
}

const entriesOf = (form: HTMLFormElement, submitter: Submitter): string[][] =>
  [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    (typeof value === 'string' ? value : value.name).replace(/\r\n?|\n/g, '\r\n'),
  ])
