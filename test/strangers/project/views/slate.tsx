/** Slate. */
import { useState } from 'react'
import { createEditor } from 'slate'
import { Editable, Slate, withReact } from 'slate-react'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

function Editor({ readOnly = false }: { readOnly?: boolean }) {
  const [editor] = useState(() => withReact(createEditor()))
  return (
    <Slate
      editor={editor}
      initialValue={
        [
          { type: 'paragraph', children: [{ text: 'A line of ' }, { text: 'text', bold: true }] },
        ] as never
      }
    >
      <Editable readOnly={readOnly} />
    </Slate>
  )
}

export default cases({ editor: show(() => <Editor />) })
