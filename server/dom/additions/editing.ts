/**
 * Adds `document.execCommand` and its queries (only "insertText" has an effect), and fixes
 * `isContentEditable`: happy-dom only has `queryCommandSupported`, and takes `""` for not editable.
 * Report: docs/happy-dom/query-command-supported.md
 */
import { HappyDOM } from '#happy-dom'
import { define, type InnerWindow, override } from '../internals.ts'

const COMMANDS = new Set(
  (
    'backcolor bold copy createlink cut decreasefontsize defaultparagraphseparator delete fontname fontsize forecolor ' +
    'formatblock forwarddelete hilitecolor increasefontsize indent inserthorizontalrule inserthtml insertimage ' +
    'insertlinebreak insertorderedlist insertparagraph inserttext insertunorderedlist italic justifycenter justifyfull ' +
    'justifyleft justifynone justifyright outdent redo removeformat selectall strikethrough stylewithcss subscript ' +
    'superscript underline undo unlink unselect usecss'
  ).split(' '),
)

type Command = (command: string, showUi: unknown, value: unknown) => unknown

const COMMAND_METHODS: Readonly<Record<string, Command>> = {
  execCommand: (command, _, value) =>
    command.toLowerCase() === 'inserttext' && insertText(String(value ?? '')),
  queryCommandEnabled: () => false,
  queryCommandIndeterm: () => false,
  queryCommandState: () => false,
  queryCommandSupported: (command) => COMMANDS.has(command.toLowerCase()),
  queryCommandValue: () => '',
}

/** https://w3c.github.io/editing/docs/execCommand/ */
export function installEditing(window: InnerWindow): void {
  installEditable(window)
  for (const [name, method] of Object.entries(COMMAND_METHODS)) {
    define(HappyDOM.Document.prototype, {
      [name]: (...args: Parameters<typeof method>) => method(...args),
    })
  }
}

const EDITABLE = /^(?:true|plaintext-only)?$/i

/** https://html.spec.whatwg.org/multipage/interaction.html#dom-iscontenteditable */
function installEditable(window: InnerWindow): void {
  override<HTMLElement>(window.HTMLElement.prototype, {
    get isContentEditable() {
      for (let at: Element | null = this; at; at = at.parentElement) {
        const value = at.getAttribute('contenteditable')
        if (value !== null && EDITABLE.test(value)) return true
        if (value?.toLowerCase() === 'false') return false
      }
      return this.ownerDocument.designMode === 'on'
    },
  })
}

/** Inserts text into the focused element, as typed. @returns Whether the element takes text. */
function insertText(data: string): boolean {
  const target = document.activeElement as HTMLElement | null
  const insert = target && insertionIn(target)
  if (!target || !insert) return false
  const init = { bubbles: true, composed: true, inputType: 'insertText', data }
  if (!target.dispatchEvent(new InputEvent('beforeinput', { ...init, cancelable: true })))
    return true
  insert(data)
  target.dispatchEvent(new InputEvent('input', init))
  return true
}

function insertionIn(target: HTMLElement): ((data: string) => void) | undefined {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
    const { selectionStart: start, selectionEnd: end, disabled, readOnly } = target
    return start === null || end === null || disabled || readOnly
      ? undefined
      : (data) => {
          target.setRangeText(data, start, end)
          target.setSelectionRange(start + data.length, start + data.length)
        }
  }
  const selection = document.getSelection()
  if (!target.isContentEditable || !selection?.rangeCount) return undefined
  return (data) => {
    const range = selection.getRangeAt(0)
    range.deleteContents()
    range.insertNode(document.createTextNode(data))
    selection.collapseToEnd()
  }
}
