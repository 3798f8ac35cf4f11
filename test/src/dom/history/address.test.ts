/**
 * Addresses as mail programs, hosts, campaigns and sign-in services leave them: the page is shown,
 * and the address put right. Values from a sign-in service stay in the fragment, whole and nowhere
 * else, until the app has read them.
 */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { defineRoutes } from '../../../../src/define-routes.ts'
import { fromHash } from '../../../../src/dom/history/address.ts'
import { redirect } from '../../../../src/outcome.ts'
import { int } from '../../../../src/params.ts'
import { route } from '../../../../src/route.ts'
import { hashbangScheme } from '../../../../src/scheme.ts'
import { suite } from '../../../run/suite.ts'
import { browserHistories, onStage, says } from '../stage.ts'

let isSignedIn = true
const routes = defineRoutes({
  home: route('', {
    guard: () => (isSignedIn ? undefined : redirect('login', {}, { status: 302 })),
    view: says('Home'),
  }),
  shop: route('/shop', { search: { page: int.optional(1) }, view: says('Shop') }),
  inside: route('/inside', { guard: () => redirect('login'), view: says('Inside') }),
  login: route('/login', { view: says('Login') }),
  any: route(':bare', { view: says('Taken for a state') }),
})

const CASES: [hash: string, shown: string, address: string, canonical: string][] = [
  ['#%21/shop', 'Shop', '#!/shop', '#!/shop'],
  ['#!/shop/', 'Shop', '#!/shop', '#!/shop'],
  ['#%21/shop/?page=2', 'Shop', '#!/shop?page=2', '#!/shop?page=2'],
  ['#!/', 'Home', '', ''],
  ['#/shop', 'Shop', '#!/shop', '#!/shop'],
  // Markup that the browser escapes is text of a state, which the app has no page for.
  ['#!/x"><img src=x>', 'Not found', '#!/x%22%3E%3Cimg%20src=x%3E', '#!/x%22%3E%3Cimg%20src=x%3E'],
  ['#!/shop?utm_source=x&page=2', 'Shop', '#!/shop?utm_source=x&page=2', '#!/shop?page=2'],
  // Values from a sign-in service are for the app to read, and are nowhere else.
  ['#!/shop?page=2&access_token=secret', 'Shop', '', '#!/shop?page=2'],
  ['#!/shop#access_token=secret', 'Shop', '', '#!/shop'],
  ['#!/shop&state=secret&code=secret', 'Shop', '', '#!/shop'],
  ['#!/inside?state=secret&code=secret', 'Login', '', '#!/login'],
  ['#access_token=secret&token_type=bearer', 'Home', '', ''],
  ['#state=xyz&code=secret', 'Home', '', ''],
  ['#id_token=secret.of.three', 'Home', '', ''],
  ['#error=access_denied&error_description=secret', 'Home', '', ''],
  ['#state=xyz&code=secret', 'Login', '', '#!/login'],
]

const fragment = (href = location.href) => href.replace(/^[^#]*/, '')
const canonical = () => document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href
const shared = () => document.querySelector<HTMLMetaElement>('[property="og:url"]')?.content

const scheme = { ...hashbangScheme, match: routes.match }
for (const [name, make] of Object.entries(browserHistories(scheme, fromHash))) {
  const test = suite(`addresses on ${name} history`)

  for (const [hash, shown, address, link] of CASES) {
    test(`${hash} shows ${shown}`, async () => {
      isSignedIn = shown !== 'Login'
      location.replace(hash)
      await onStage(routes, { history: make() }, async ({ router, text, errors }) => {
        equal(text(), shown)
        equal(fragment(), hash.includes('secret') ? hash : address)
        equal(fragment(canonical()), link)
        equal(shared(), canonical())
        equal(router.page?.anchor, null)
        equal(JSON.stringify(router.page).includes('secret'), false)
        equal(document.documentElement.outerHTML.includes('=secret'), false)
        deepEqual(errors, [])
        // The app has read it, and goes on.
        equal(await router.navigate('login'), 'done')
        equal(location.hash, '#!/login')
      })
      isSignedIn = true
    })
  }

  test('a sign-in response in the address does not change the shown page', async () => {
    location.replace('#!/login')
    await onStage(routes, { history: make() }, async ({ router, text }) => {
      const changed = new Promise((resolve) =>
        window.addEventListener('hashchange', resolve, { once: true }),
      )
      location.hash = '#state=xyz&code=secret'
      await changed
      equal(text(), 'Login')
      equal(location.hash, '#state=xyz&code=secret')
      equal(await router.navigate('shop'), 'done')
      equal(location.hash, '#!/shop')
    })
  })

  test('a link in such a spelling leads to the state', async () => {
    location.replace('#!/login')
    await onStage(routes, { history: make() }, async ({ router, text }) => {
      const link = document.createElement('a')
      link.href = '#%21/shop/'
      document.body.append(link)
      const shown = new Promise((resolve) => router.subscribe(resolve))
      link.click()
      await shown
      link.remove()
      equal(text(), 'Shop')
      equal(location.hash, '#!/shop')
    })
  })

  test('a canonical link has no params of a campaign', async () => {
    const before = location.href
    history.replaceState(null, '', '?lang=de&utm_source=x&fbclid=y#!/shop')
    await onStage(routes, { history: make() }, async () => {
      ok(canonical()?.endsWith('?lang=de#!/shop'), canonical())
      ok(location.search.includes('utm_source'))
    })
    history.replaceState(null, '', before)
  })
}
