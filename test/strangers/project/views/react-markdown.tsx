/** react-markdown. */
import Markdown, { MarkdownHooks } from 'react-markdown'
import { cases } from '../cases.ts'
import { show } from '../parts/react.ts'

const TEXT =
  '# Hi, *Pluto*!\n\n- a\n- b\n\n`code` [link](https://example.com) <b>html</b>\n\n```js\nlet a = 1\n```'

export default cases({
  components: show(() => (
    <Markdown components={{ h1: ({ children }) => <h2 className="a">{children}</h2> }}>
      {TEXT}
    </Markdown>
  )),
  hooks: show(() => <MarkdownHooks>{TEXT}</MarkdownHooks>),
})
