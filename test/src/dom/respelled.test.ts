/** Addresses as mail programs, hosts, campaigns and sign-in services leave them: the page is shown, and the address put right. */
import { equal, ok } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { hashHistory } from '../../../src/dom/history/hash-events.ts'
import { navigationHistory } from '../../../src/dom/history/navigation-api.ts'
import type { History } from '../../../src/dom/history/types.ts'
import { redirect } from '../../../src/outcome.ts'
import { int } from '../../../src/params.ts'
import { route } from '../../../src/route.ts'
import { hashbang } from '../../../src/scheme.ts'
import { suite } from '../../run/suite.ts'
import { onStage, says } from './stage.ts'

const routes = defineRoutes({
  home: route('', { view: says('Home') }),
  shop: route('/shop', { search: { page: int.optional(1) }, view: says('Shop') }),
  inside: route('/inside', { guard: () => redirect('login'), view: says('Inside') }),
  login: route('/login', { view: says('Login') }),
})
const scheme = { ...hashbang, match: routes.match }
const histories: Record<string, () => History> = { hash: () => hashHistory(scheme) }
if (window.navigation?.currentEntry) histories.navigation = () => navigationHistory(scheme)

const CASES: [hash: string, shown: string, address: string, canonical: string][] = [
  ['#%21/shop', 'Shop', '#!/shop', '#!/shop'],
  ['#!/shop/', 'Shop', '#!/shop', '#!/shop'],
  ['#%21/shop/?page=2', 'Shop', '#!/shop?page=2', '#!/shop?page=2'],
  ['#!/', 'Home', '', ''],
  ['#!/shop?utm_source=x&page=2', 'Shop', '#!/shop?utm_source=x&page=2', '#!/shop?page=2'],
  // What a sign-in service has sent is the app's to read, and in nothing else.
  ['#!/shop?page=2&access_token=secret', 'Shop', '', '#!/shop?page=2'],
  ['#!/shop#access_token=secret', 'Shop', '', '#!/shop'],
  ['#!/shop&state=secret&code=secret', 'Shop', '', '#!/shop'],
  ['#!/inside?state=secret&code=secret', 'Login', '', '#!/login'],
]

for (const [name, make] of Object.entries(histories)) {
  const test = suite(`addresses on ${name} history`)

  for (const [hash, shown, address, canonical] of CASES) {
    test(`${hash} shows ${shown}`, async () => {
      window.location.replace(hash)
      await onStage(routes, { history: make() }, async ({ router, text }) => {
        equal(text(), shown)
        const kept = hash.includes('secret') ? hash : address
        equal(window.location.href.replace(/^[^#]*/, ''), kept)
        const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
        const graph = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')
        equal(link?.href.replace(/^[^#]*/, ''), canonical)
        equal(graph?.content, link?.href)
        equal(JSON.stringify(router.page).includes('secret'), false)
        // The app has read it, and goes on.
        equal(await router.navigate('login'), 'done')
        equal(window.location.hash, '#!/login')
      })
    })
  }

  test('a link in such a spelling leads to the state', async () => {
    window.location.replace('#!/login')
    await onStage(routes, { history: make() }, async ({ router, text }) => {
      const link = document.createElement('a')
      link.href = '#%21/shop/'
      document.body.append(link)
      const shown = new Promise((resolve) => router.subscribe(resolve))
      link.click()
      await shown
      link.remove()
      equal(text(), 'Shop')
      equal(window.location.hash, '#!/shop')
    })
  })

  test('a canonical link has nothing of a campaign in the query of the page', async () => {
    const before = window.location.href
    window.history.replaceState(null, '', '?lang=de&utm_source=x&fbclid=y#!/shop')
    await onStage(routes, { history: make() }, async () => {
      const link = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
      ok(link?.href.endsWith('?lang=de#!/shop'), link?.href)
      ok(window.location.search.includes('utm_source'))
    })
    window.history.replaceState(null, '', before)
  })
}
