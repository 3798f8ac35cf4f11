/**
 * The way from an adopted app to a table: routes are taken one by one, and the rest stays with the
 * app.
 */

import { join } from 'node:path'
import { writeApp } from './apps.ts'
import { expect, test } from './fixtures.ts'

/** `/phones/…` is taken over; all else is the old app's, which is at `/old/` now. */
const FILES = {
  'app.js': `
    import { defineRoutes, html, htmlView, route } from 'hashbang-router'
    import { adopted } from 'hashbang-router/legacy'
    const view = async () => ({ default: htmlView(({ params }) => html\`<h1>Phone \${params.id}</h1>\`) })
    export const routes = defineRoutes({
      phone: route('/phones/:id', { view }),
      rest: route('/*', adopted('/old/')),
    })`,
  'shell.html':
    '<!doctype html><html><head><title>New</title></head><body><hashbang-outlet></hashbang-outlet></body></html>',
  'old/index.html': `<!doctype html><html><head><title>Old</title></head><body><main></main><script>
    document.querySelector('main').innerHTML = '<h1>Old ' + location.hash + '</h1>'</script></body></html>`,
}

test('the rest route redirects a state to the old app, which renders that state', async ({
  open,
}, info) => {
  const folder = info.outputPath('mixed')
  writeApp({ files: FILES }, folder)
  const { site, get } = await open(
    {},
    {
      pages: {
        '/': { shell: join(folder, 'shell.html'), app: join(folder, 'app.js') },
        '/old/': { site: join(folder, 'old'), states: '#!' },
      },
    },
  )
  expect((await get('/phones/x')).body).toContain('Phone x')
  const left = await get('/help/a?b=c')
  expect([left.status, left.headers.location]).toEqual([302, 'http://site.test/old/#!/help/a?b=c'])
  const target = '/old/?_escaped_fragment_=/help/a?b=c'
  const shown = await site({ method: 'GET', target, headers: {} })
  expect(String(shown?.body)).toContain('Old #!/help/a?b=c')
})
