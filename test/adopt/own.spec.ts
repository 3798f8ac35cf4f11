/**
 * The way from an adopted app to a table: routes are taken one by one, the rest stays with the app, and the ledger proves that no
 * old URL is lost.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { createHandler } from 'hashbang-router/server'
import { hashbang } from '../tools/command.ts'
import { writeApp } from './apps.ts'

const ORIGIN = 'https://own.test'

/** `/phones/…` is taken over; `/gone` was taken away; all else is the old app's, which is at `/old/` now. */
const FILES = {
  'app.js': `
    import { defineRoutes, gone, html, htmlView, notFound, route } from 'hashbang-router'
    import { adopted } from 'hashbang-router/legacy'
    const view = async () => ({ default: htmlView(({ params }) => html\`<h1>Phone \${params.id}</h1>\`) })
    export const routes = defineRoutes({
      phone: route('/phones/:id', { load: ({ params }) => (params.id === 'none' ? notFound() : params), view }),
      taken: route('/gone', { load: () => gone() }),
      rest: route('/*', adopted('/old/')),
    })`,
  'shell.html':
    '<!doctype html><html><head><title>New</title></head><body><hashbang-outlet></hashbang-outlet></body></html>',
  'old/index.html': `<!doctype html><html><head><title>Old</title></head><body><main></main><script>
    document.querySelector('main').innerHTML = '<h1>Old ' + location.hash + '</h1>'</script></body></html>`,
  'hashbang.config.js': `export default {
    origin: '${ORIGIN}', limits: { deadline: 60000 },
    pages: { '/': { shell: 'shell.html', app: 'app.js' }, '/old/': { site: 'old', states: '#!' } } }`,
}

test('states that the table leaves are sent on to the app, and shown by it', async ({
  baseURL: _,
}, info) => {
  const folder = info.outputPath('site')
  writeApp({ files: FILES }, folder)
  const site = await createHandler({
    origin: ORIGIN,
    ...{ workers: 1, limits: { deadline: 90_000 } },
    pages: {
      '/': { shell: join(folder, 'shell.html'), app: join(folder, 'app.js') },
      '/old/': { site: join(folder, 'old'), states: '#!' },
    },
  })
  try {
    const get = (target: string) => site({ method: 'GET', target, headers: {} })
    const own = await get('/?_escaped_fragment_=/phones/x')
    expect(String(own?.body)).toContain('Phone x')
    const left = await get('/?_escaped_fragment_=/help/a?b=c')
    expect(left?.status).toBe(302)
    expect(left?.headers.location).toBe(`${ORIGIN}/old/#!/help/a?b=c`)
    const shown = await get('/old/?_escaped_fragment_=/help/a?b=c')
    expect(String(shown?.body)).toContain('Old #!/help/a?b=c')
  } finally {
    await site.close()
  }
})

test('the ledger maps logs, sitemaps and lists, gzipped or not', async ({ baseURL: _ }, info) => {
  const cwd = info.outputPath('ledger')
  writeApp({ files: FILES }, cwd)
  const log = [
    '1.2.3.4 - - [01/Jan/2020] "GET /?_escaped_fragment_=/phones/a HTTP/1.1" 200 12 "-" "Bot"',
    `<url><loc>${ORIGIN}/#!/phones/b?x=1&amp;y=2</loc></url>`,
    `See ${ORIGIN}/#!/phones/c. And https://elsewhere.test/#!/phones/d, too.`,
    'http://www.own.test/#!/gone',
    `${ORIGIN}/old/#!/help`,
    `${ORIGIN}/`,
  ].join('\n')
  writeFileSync(join(cwd, 'log.gz'), gzipSync(log))
  const args = ['ledger', 'log.gz', '--host', 'www.own.test', '-o', 'ledger.tsv']
  const { code, stdout, stderr } = await hashbang(args, cwd)
  expect(
    readFileSync(join(cwd, 'ledger.tsv'), 'utf8').replace(/\n$/, '').split('\n').sort(),
  ).toEqual(
    [
      `${ORIGIN}/#!/phones/b?x=1&y=2\t/\t/phones/b?x=1&y=2\tphone\t200`,
      `${ORIGIN}/#!/phones/c\t/\t/phones/c\tphone\t200`,
      `${ORIGIN}/\t/\t\t\t`,
      `${ORIGIN}/old/#!/help\t/old/\t/help\tadopted\t200`,
      '/?_escaped_fragment_=/phones/a\t/\t/phones/a\tphone\t200',
      'http://www.own.test/#!/gone\t/\t/gone\ttaken\t410',
    ].sort(),
  )
  expect(stdout).toContain(`${ORIGIN}/ has the state "", which no route takes`)
  expect(stdout).toContain('1 URL of other sites left out')
  expect(code, stderr).toBe(1)
})

test(
  'URLs of another router are read as it wrote them; what is lost is a finding',
  {
    tag: '@nightly',
  },
  async ({ baseURL: _ }, info) => {
    const cwd = info.outputPath('from')
    writeApp({ files: { ...FILES, 'urls.txt': '/#!#%2Fphones%2Fa\n#/phones/b\n#!/x#y\n' } }, cwd)
    const whole = await hashbang(['ledger', 'urls.txt', '--from', 'angularjs'], cwd)
    expect([whole.code, whole.stdout]).toEqual([
      0,
      expect.stringContaining('3 URLs, 3 states: none is lost'),
    ])
    writeFileSync(join(cwd, 'urls.txt'), '#/phones/none\n/nowhere.html\n')
    const lost = await hashbang(['ledger', 'urls.txt', '--from', 'angularjs', '--json'], cwd)
    expect(lost.code).toBe(1)
    expect(JSON.parse(lost.stdout)).toMatchObject({
      urls: 2,
      lost: 2,
      unmapped: [
        { state: '/phones/none', route: 'phone', status: 404 },
        { url: '/nowhere.html', state: null, route: null },
      ],
    })
    const none = await hashbang(['ledger', 'nowhere.txt'], cwd)
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('cannot be read')])
  },
)
