/** TipTap by its manual. */
import { Editor, generateHTML } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { cases } from '../cases.ts'

const make = (element: HTMLElement, options: object) => {
  const editor = new Editor({ element, extensions: [StarterKit], ...options })
  return () => editor.destroy()
}

export default cases({
  html: (element) => make(element, { content: '<h1>Title</h1><p>Some <em>text</em></p>' }),
  json: (element) =>
    make(element, {
      content: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'From JSON' }] }],
      },
    }),
  list: (element) => make(element, { content: '<ul><li>a</li><li>b</li></ul>', editable: false }),
  command(element) {
    const editor = new Editor({ element, extensions: [StarterKit], content: '<p>bold</p>' })
    editor.chain().selectAll().toggleBold().run()
    return () => editor.destroy()
  },
  generate(element) {
    element.innerHTML = generateHTML(
      {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'generated' }] }],
      },
      [StarterKit],
    )
  },
})
