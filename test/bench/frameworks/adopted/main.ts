// An app that knows nothing of snapshots: the page of React, by what stands after the number sign.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { pageData } from '../../snapshot/data.ts'
import Page from '../views/react.ts'

const root = createRoot(document.querySelector('#app') as Element)

function show(): void {
  const id = Number(location.hash.split('/').at(-1))
  root.render(createElement(Page, { data: pageData(id) }))
}

addEventListener('hashchange', show)
show()
