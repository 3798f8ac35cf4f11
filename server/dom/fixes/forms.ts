/**
 * Selects options, submits forms, and bases FormData on Node's class. happy-dom selects the wrong
 * option, submits by the form itself, and `fetch` sends a wrong length: capricorn86/happy-dom#2372,
 * #2438, #949. It accepts any submitter; report: docs/happy-dom/request-submit.md
 */
import { HTMLSelectElement } from '#happy-dom'
import { withControls } from '../additions/form-controls.ts'
import { type InnerNode, type InnerWindow, inner, override, S } from '../internals.ts'
import { beforeFetchClasses, deferFetchClasses } from '../isolation/http-client.ts'
import { reportUse } from '../isolation/network.ts'
import { PageContext } from '../isolation/page-context.ts'
import { goInFrame, hasFrame } from '../page/resource-loaders.ts'
import { pageGlobal } from '../realm/realm.ts'

interface Option extends InnerNode {
  [S.selectedness]: boolean
}

/** https://html.spec.whatwg.org/multipage/form-elements.html#selectedness-setting-algorithm */
export function installForms(): void {
  Object.assign(HTMLSelectElement.prototype, {
    [S.updateSelectedness](this: HTMLSelectElement, chosen: Option | null = null) {
      const select = this as unknown as InnerNode & { [S.selectedIndex]: number }
      const options = optionsOf(select)
      if (!this.hasAttribute('multiple')) {
        const marked = options.findLast((option) => option[S.selectedness])
        const rows = Number(this.getAttribute('size')) || 1
        const first = rows > 1 ? undefined : options.find((option) => !isDisabled(option))
        const selected = chosen ?? marked ?? first
        for (const option of options) option[S.selectedness] = option === selected
      }
      select[S.selectedIndex] = options.findIndex((option) => option[S.selectedness])
    },
  })
  override<InnerNode, object>(HTMLSelectElement.prototype, {
    get selectedIndex() {
      return optionsOf(this).findIndex((option) => option[S.selectedness])
    },
  })
}

/** Reads the tree: happy-dom's list is stale during a change. */
function optionsOf(node: InnerNode): Option[] {
  return node[S.elementArray].flatMap((child) =>
    child[S.localName] === 'option' ? [inner<Option>(child)] : optionsOf(child),
  )
}

const isDisabled = (option: Option): boolean => {
  const element = option as unknown as HTMLOptionElement
  return element.disabled || (element.parentElement?.matches('optgroup[disabled]') ?? false)
}

type Submitter = HTMLElement | null

const SELF_TARGETS = ['', '_self', '_top', '_parent']

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html */
export function installSubmission(window: InnerWindow): void {
  override<HTMLFormElement>(window.HTMLFormElement.prototype, {
    submit() {
      submit(this, null)
    },
    requestSubmit(submitter = null) {
      const button = submitter as HTMLButtonElement | null
      if (button && withoutProxy(button.form) !== withoutProxy(this)) {
        throw new window.DOMException('Not a button of this form', 'NotFoundError')
      }
      if (!(button?.formNoValidate || this.noValidate || this.checkValidity())) return
      const init = { bubbles: true, cancelable: true, submitter: button }
      if (this.dispatchEvent(new window.SubmitEvent('submit', init))) submit(this, button)
    },
  })
}

/** Pages sometimes see a form through a proxy. */
const withoutProxy = (form: object | null | undefined): object | undefined =>
  form ? (inner<{ [S.proxy]?: object }>(form)[S.proxy] ?? form) : undefined

/**
 * Sends no request: `get` navigates the page or a frame; `post`, and forms in frames, fail the
 * page, as no redirect can repeat them. Other targets are only reported.
 */
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

const entriesOf = (form: HTMLFormElement, submitter: Submitter): string[][] =>
  [...new FormData(form, submitter)].map(([name, value]) => [
    name,
    (typeof value === 'string' ? value : value.name).replace(/\r\n?|\n/g, '\r\n'),
  ])

/** https://xhr.spec.whatwg.org/#interface-formdata */
export function installFormData(window: InnerWindow): void {
  const Entries = window.FormData

  beforeFetchClasses((classes) => {
    class FormData extends classes.FormData {
      constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
        super()
        if (form === undefined) return
        const native = [...new Entries(form, submitter)]
        for (const [name, value] of withControls(form, native)) {
          // Without a chosen file, browsers send an empty one.
          this.append(name, typeof value === 'string' ? value : new File([], value.name))
        }
        const event = new window.FormDataEvent('formdata', { bubbles: true, formData: this })
        form.dispatchEvent(event)
      }
    }
    classes.FormData = FormData
  })
  deferFetchClasses(window, ['FormData'])
}
