import { $createHeadingNode, HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text'
import { $createParagraphNode, $createTextNode, $getRoot, createEditor } from 'lexical'
import { cases } from '../cases.ts'
import { box } from '../parts/markup.ts'

function edit(element: HTMLElement) {
  const editor = createEditor({
    namespace: 'corpus',
    nodes: [HeadingNode, QuoteNode],
    onError: (error) => {
      throw error
    },
  })
  const place = box(element)
  place.contentEditable = 'true'
  editor.setRootElement(place)
  registerRichText(editor)
  editor.update(
    () => {
      $getRoot().append(
        $createHeadingNode('h1').append($createTextNode('Title')),
        $createParagraphNode().append(
          $createTextNode('Some '),
          $createTextNode('bold').toggleFormat('bold'),
        ),
      )
    },
    { discrete: true },
  )
  return editor
}

export default cases({
  editor: (element) => void edit(element),
})
