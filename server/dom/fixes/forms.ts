/**
 * Selects options, submits forms, and bases FormData on Node's class. happy-dom selects the wrong
 * option, submits by the form itself, and `fetch` sends a wrong length: capricorn86/happy-dom#2372,
 * #2438, #949. It accepts any submitter; report: docs/happy-dom/request-submit.md
 */
import { HappyDOM } from '#happy-dom'
import { entryList } from '../additions/entry-list.ts'
import { type InnerWindow, override, S } from '../internals.ts'
import { beforeFetchClasses, deferFetchClasses } from '../isolation/http-client.ts'
import { reportUse } from '../isolation/network.ts'
import { PageContext } from '../isolation/page-context.ts'
import { goInFrame, hasFrame } from '../page/resource-loaders.ts'
import { pageGlobal } from '../realm/realm.ts'

/** https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm */
export function installForms(): void {
  Object.assign(HappyDOM.HTMLSelectElement.prototype, {
    [S.updateSelectedness](this: HTMLSelectElement, chosen: HTMLOptionElement | null = null) {
      const options = optionsOf(this)
      if (!this.hasAttribute('multiple')) {
        const marked = options.findLast((option) => option[S.selectedness])
        const rows = Number(this.getAttribute('size')) || 1
        const first = rows > 1 ? undefined : options.find((option) => !isDisabled(option))
        const selected = chosen ?? marked ?? first
        for (const option of options) option[S.selectedness] = option === selected
      }
      this[S.selectedIndex] = options.findIndex((option) => option[S.selectedness])
    },
  })
  override<Node, object>(HappyDOM.HTMLSelectElement.prototype, {
    get selectedIndex() {
      return optionsOf(this).findIndex((option) => option[S.selectedness])
    },
  })
}

/** Reads the tree: happy-dom's list is stale during a change. */
function optionsOf(node: Node): HTMLOptionElement[] {
  return node[S.elementArray].flatMap((child) =>
    child[S.localName] === 'option' ? [child as HTMLOptionElement] : optionsOf(child),
  )
}

const isDisabled = (option: HTMLOptionElement): boolean =>
  option.disabled || (option.parentElement?.matches('optgroup[disabled]') ?? false)

type Submitter = HTMLElement | null

const SELF_TARGETS = ['', '_self', '_top', '_parent']

/** Forms that send their submit events, and forms whose entries are listed. */
const submitting = new WeakSet<object>()
const listing = new WeakSet<object>()

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html */
export function installSubmission(window: InnerWindow): void {
  override<HTMLFormElement>(window.HTMLFormElement.prototype, {
    submit() {
      submit(this, null)
    },
    requestSubmit(submitter = null) {
      const button = submitter as HTMLButtonElement | null
      if (button) checkSubmitter(window, this, button)
      const self = withoutProxy(this)
      if (!self || submitting.has(self)) return
      submitting.add(self)
      try {
        if (!(button?.formNoValidate || this.noValidate || this.checkValidity())) return
        const init = { bubbles: true, cancelable: true, submitter: button }
        if (!this.dispatchEvent(new window.SubmitEvent('submit', init))) return
      } finally {
        submitting.delete(self)
      }
      submit(this, button)
    },
  })
}

function checkSubmitter(
  { DOMException }: InnerWindow,
  form: HTMLFormElement,
  button: HTMLButtonElement,
): void {
  if (!button.matches?.('button, input') || !/^(?:submit|image)$/.test(button.type))
    throw new TypeError('The specified element is not a submit button.')
  if (withoutProxy(button.form) !== withoutProxy(form))
    throw new DOMException('Not a button of this form', 'NotFoundError')
}

/** Pages sometimes see a form through a proxy. */
const withoutProxy = (form: Element | null | undefined): Element | undefined =>
  form ? (form[S.proxy] ?? form) : undefined

/**
 * Sends no request: `get` navigates the page or a frame; `post`, and forms in frames, fail the
 * page, as no redirect can repeat them. Other targets are only reported.
 */
function submit(form: HTMLFormElement, submitter: Submitter): void {
  const attributeOf = (name: string) =>
    submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? ''
  const method = attributeOf('method').toLowerCase()
  if (!form.isConnected || listing.has(form)) return
  if (method === 'dialog') {
    const value = submitter ? (submitter.getAttribute('value') ?? undefined) : ''
    form.closest('dialog')?.close(value)
    return
  }
  const { baseURI } = document
  const action = attributeOf('action') || location.href
  if (!URL.canParse(action, baseURI)) return
  const url = new URL(action, baseURI)
  const target = attributeOf('target')
  const isOfPage = form.getRootNode() === document
  const isToPage = isOfPage && SELF_TARGETS.includes(target.toLowerCase())
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
    PageContext.current?.fail(new Error(why))
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

const withLines = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n')

const entriesOf = (form: HTMLFormElement, submitter: Submitter): string[][] =>
  [...new FormData(form, submitter)].map(([name, value]) => [
    withLines(name),
    withLines(typeof value === 'string' ? value : value.name),
  ])

/** https://xhr.spec.whatwg.org/#interface-formdata */
export function installFormData(window: InnerWindow): void {
  beforeFetchClasses((classes) => {
    class FormData extends classes.FormData {
      constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
        super()
        if (form === undefined) return
        if (!(form instanceof window.HTMLFormElement)) throw new TypeError('Not a form')
        if (submitter) checkSubmitter(window, form, submitter as HTMLButtonElement)
        if (listing.has(form)) {
          throw new window.DOMException('The entries are being listed', 'InvalidStateError')
        }
        listing.add(form)
        try {
          for (const [name, value] of entryList(form, submitter)) this.append(name, value)
          const init = { bubbles: true, formData: this }
          form.dispatchEvent(new window.FormDataEvent('formdata', init))
        } finally {
          listing.delete(form)
        }
      }
    }
    classes.FormData = FormData
  })
  deferFetchClasses(window, ['FormData'])
}
