/** What a sign-in service sends in the fragment stays there, whole and nowhere else, until the app has read it. */
import { deepEqual, equal } from 'playwright-test/taps'
import { defineRoutes } from '../../../src/define-routes.ts'
import { hashHistory } from '../../../src/dom/history/hash-events.ts'
import { fromHash } from '../../../src/dom/history/legacy-urls.ts'
import { navigationHistory } from '../../../src/dom/history/navigation-api.ts'
import type { History } from '../../../src/dom/history/types.ts'
import { redirect } from '../../../src/outcome.ts'
import { route } from '../../../src/route.ts'
import { hashbang } from '../../../src/scheme.ts'
import { suite } from '../../run/suite.ts'
import { onStage, says } from './stage.ts'

const histories: Record<string, () => History> = {
  hash: () => hashHistory(hashbang, fromHash),
}
if (window.navigation?.currentEntry)
  histories.navigation = () => navigationHistory(hashbang, fromHash)

const RESPONSES = [
  '#access_token=secret&token_type=bearer',
  '#state=xyz&code=secret',
  '#id_token=secret.of.three',
  '#error=access_denied&error_description=no',
]

let isSignedIn = true
const routes = defineRoutes({
  home: route('', {
    guard: () => (isSignedIn ? undefined : redirect('login', {}, { status: 302 })),
    view: says('Home'),
  }),
  login: route('/login', { view: says('Login') }),
  about: route('/about', { view: says('About') }),
  any: route(':bare', { view: says('Taken for a state') }),
})

for (const [name, make] of Object.entries(histories)) {
  const test = suite(`a sign-in response on ${name} history`)

  for (const response of RESPONSES) {
    for (const [what, signedIn, heading] of [
      ['is there when the app has started', true, 'Home'],
      ['is there after a redirect of the start page', false, 'Login'],
    ] as const) {
      test(`${response} ${what}`, async () => {
        isSignedIn = signedIn
        window.location.replace(response)
        const thrown: unknown[] = []
        const onError = (error: unknown) => thrown.push(error)
        await onStage(routes, { history: make(), onError }, async ({ router, text }) => {
          equal(text(), heading)
          equal(window.location.hash, response)
          equal(router.page?.anchor, null)
          equal(document.documentElement.outerHTML.includes(response.slice(1, 12)), false)
          deepEqual(thrown, [])
          // The app has read it, and goes on.
          equal(await router.navigate('about'), 'done')
          equal(window.location.hash, '#!/about')
        })
        isSignedIn = true
      })
    }
  }

  test('one that comes to a page that is shown leaves it as it is', async () => {
    window.location.replace('#!/login')
    await onStage(routes, { history: make() }, async ({ router, text }) => {
      const changed = new Promise((resolve) =>
        window.addEventListener('hashchange', resolve, { once: true }),
      )
      window.location.hash = RESPONSES[0] as string
      await changed
      equal(text(), 'Login')
      equal(window.location.hash, RESPONSES[0])
      equal(await router.navigate('about'), 'done')
      equal(window.location.hash, '#!/about')
    })
  })
}
