import { DOMParser as Parser } from 'prosemirror-model'
import { schema } from 'prosemirror-schema-basic'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

const parsed = () => {
  const made = document.createElement('div')
  made.innerHTML = '<h1>Title</h1><p>Some <em>text</em></p>'
  return Parser.fromSchema(schema).parse(made)
}

export default cases({
  editor: (element) =>
    void new EditorView(box(element), { state: EditorState.create({ doc: parsed() }) }),
})
