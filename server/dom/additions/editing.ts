/**
 * Adds `document.execCommand` and its queries; no command has an effect. An addition: happy-dom
 * only has `queryCommandSupported`, which is always true.
 * Report: docs/happy-dom/query-command-supported.md
 */
import { Document } from '#happy-dom'
import { define, type InnerWindow } from '../internals.ts'

const COMMANDS = new Set(
  (
    'backcolor bold copy createlink cut decreasefontsize defaultparagraphseparator delete fontname fontsize forecolor ' +
    'formatblock forwarddelete hilitecolor increasefontsize indent inserthorizontalrule inserthtml insertimage ' +
    'insertlinebreak insertorderedlist insertparagraph inserttext insertunorderedlist italic justifycenter justifyfull ' +
    'justifyleft justifynone justifyright outdent redo removeformat selectall strikethrough stylewithcss subscript ' +
    'superscript underline undo unlink unselect usecss'
  ).split(' '),
)

const COMMAND_METHODS: Readonly<Record<string, (command: string) => unknown>> = {
  execCommand: () => false,
  queryCommandEnabled: () => false,
  queryCommandIndeterm: () => false,
  queryCommandState: () => false,
  queryCommandSupported: (command) => COMMANDS.has(command.toLowerCase()),
  queryCommandValue: () => '',
}

/** https://w3c.github.io/editing/docs/execCommand/ */
export function installEditing(_: InnerWindow): void {
  for (const [name, method] of Object.entries(COMMAND_METHODS)) {
    const value = (...args: unknown[]) => {
      if (args.length > 0) return method(String(args[0]))
      throw new TypeError(
        `Failed to execute '${name}' on 'Document': 1 argument required, but only 0 present.`,
      )
    }
    define(Document.prototype, { [name]: value })
  }
}
