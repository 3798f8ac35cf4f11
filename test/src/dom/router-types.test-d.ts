/** The arguments that `navigate` takes and refuses, as the compiler sees it. */
import { block, markLinks, type Router } from '../../../src/browser.ts'
import { defineRoutes } from '../../../src/define-routes.ts'
import { int } from '../../../src/params.ts'
import { route } from '../../../src/route.ts'

const routes = defineRoutes({
  home: route(''),
  item: route('/items/:id', { params: { id: int }, search: { page: int.optional(1) } }),
})
declare const router: Router<typeof routes.routes>

router.navigate('home')
router.navigate('home', {}, { replace: true })
router.navigate('item', { id: 7 }, { search: { page: 2 }, historyState: { any: 'thing' } })
router.navigate('#!/items/7', { replace: true })
router.navigate(routes.href('item', { id: 7 }) as `#!${string}`)
block(router, () => false)
markLinks(router)

// @ts-expect-error no such route
router.navigate('itme', { id: 7 })
// @ts-expect-error the param is a number
router.navigate('item', { id: '7' })
// @ts-expect-error a link out of the page
router.navigate('https://elsewhere.example/')
// @ts-expect-error no such option
router.navigate('home', {}, { replac: true })
