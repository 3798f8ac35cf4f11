// The page of the bench as a component of those who make their elements by calls: React and Preact.
import type { Item, PageData } from '../../snapshot/data.ts'

type Element<Node> = (type: unknown, props: object | null, ...children: unknown[]) => Node

/** @param h Makes an element. @returns The component of the page. */
export function pageOf<Node>(h: Element<Node>): (props: { data: PageData }) => Node {
  const Ware = ({ name, price, text, chosen }: Item) =>
    h(
      'section',
      { title: name, 'data-chosen': chosen ? '' : undefined },
      h('h3', null, name),
      h('p', { className: 'price' }, price),
      h('div', null, text),
    )
  return ({ data: { title, links, paragraphs, items, rows } }) =>
    h(
      'div',
      null,
      h(
        'nav',
        null,
        links.map(({ href, label }) => h('a', { key: href, href }, label)),
      ),
      h(
        'main',
        null,
        h(
          'article',
          null,
          h('h1', null, title),
          paragraphs.map((text) => h('p', { key: text }, text)),
        ),
        h(
          'ul',
          null,
          items.map((item) => h('li', { key: item.name }, h(Ware, item))),
        ),
        h(
          'table',
          null,
          h(
            'tbody',
            null,
            rows.map((row, at) =>
              h(
                'tr',
                { key: at },
                row.map((cell, column) => h('td', { key: column }, cell)),
              ),
            ),
          ),
        ),
      ),
    )
}
