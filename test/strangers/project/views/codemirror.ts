/** CodeMirror 6, and 5. */
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import CodeMirror5 from 'codemirror'
import { cases } from '../cases.ts'

const TEXT = 'first line\nsecond line\n\tthird line'

export default cases({
  view(element) {
    const view = new EditorView({ doc: TEXT, parent: element })
    return () => view.destroy()
  },
  numbers(element) {
    const view = new EditorView({
      state: EditorState.create({
        doc: TEXT,
        extensions: [lineNumbers(), EditorView.lineWrapping],
      }),
      parent: element,
    })
    return () => view.destroy()
  },
  dispatch(element) {
    const view = new EditorView({ doc: TEXT, parent: element })
    view.dispatch({ changes: { from: 0, insert: 'inserted ' } })
    return () => view.destroy()
  },
  readonly(element) {
    const view = new EditorView({
      doc: TEXT,
      extensions: [EditorState.readOnly.of(true), EditorView.editable.of(false)],
      parent: element,
    })
    return () => view.destroy()
  },
  five(element) {
    CodeMirror5(element, { value: TEXT, lineNumbers: true })
  },
})
