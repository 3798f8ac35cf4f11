/** The requests that an overloaded server refuses before it reads them. */
import { expect } from '@playwright/test'
import type { SitePage } from '../../../../server/serve/handler/addresses.ts'
import { CoreHandler } from '../../../../server/serve/handler/handler.ts'
import { defineRoutes, readableScheme, route } from '../../../../src/index.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'

const test = suite('handler')
const table = defineRoutes({ home: route(''), shop: route('/shop') })
const shell = { html: '<p>the app</p>', hasFragmentTag: false, document: () => '' }
const page = {
  ...{ shell: () => shell, table },
  readable: readableScheme('/s/', { home: false }),
} as unknown as SitePage

for (const [target, answer] of rows`
  /?_escaped_fragment_=/shop           | 503
  /?_escaped_fragment_=a&_escaped_fragment_=b | 503
  /s/shop                              | 503
  /s/%00                               | 503
  /s/logo.svg                          | goes on
  /other?_escaped_fragment_=/shop      | goes on
  /assets/app.js                       | goes on
  /                                    | 200
`) {
  test(`of ${target} an overloaded server renders nothing: ${answer}`, async () => {
    const handler = new CoreHandler({
      origin: 'http://a.test',
      pages: new Map([['/', page]]),
      isFile: (path) => path === '/s/logo.svg',
      isOverloaded: () => true,
      pool: { render: () => Promise.reject(new Error('rendered')) },
    })
    const response = await handler.handle({ method: 'GET', target, headers: {} })
    expect(response === null ? 'goes on' : String(response.status)).toBe(answer)
    expect(handler.shed).toBe(answer === '503' ? 1 : 0)
  })
}
