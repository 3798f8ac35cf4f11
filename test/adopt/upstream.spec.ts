/** A site that runs on a server of its own is read from there, whatever the size of what it answers, and whenever it comes. */
import { page } from './apps.ts'
import { expect, test } from './fixtures.ts'

test('large answers are read without a fault of the page', async ({ open, listen }) => {
  // More than one read of a socket brings.
  const words = JSON.stringify(Array(200_000).fill('word'))
  const html = page(`<p></p><script>
    const shown = document.querySelector('p')
    fetch('/words.json').then((answer) => answer.json()).then((words) => {
      shown.textContent = location.hash + ': ' + words.length + ' fetched'
      const request = new XMLHttpRequest()
      request.open('GET', '/words.json')
      request.onload = () => shown.append(', ' + JSON.parse(request.responseText).length + ' requested')
      request.send()
    })
  </script>`)
  const { origin } = await listen((request, response) => {
    const isWords = request.url === '/words.json'
    response.setHeader('content-type', isWords ? 'application/json' : 'text/html')
    response.end(isWords ? words : html)
  })
  const { get, told } = await open({}, { pages: { '/': { site: `${origin}/`, states: '#!/' } } })
  for (const state of ['/a', '/b'])
    expect((await get(state)).body).toContain(`#!${state}: 200000 fetched, 200000 requested`)
  expect(told()).toBe('')
})

test('how states look is learned when the first page comes, and nothing is made before', async ({
  open,
  listen,
}) => {
  let how: 'down' | 'never ready' | 'well' = 'down'
  const { origin } = await listen((_, response) => {
    if (how === 'down') response.statusCode = 503
    response.setHeader('content-type', 'text/html')
    const show = `document.querySelector('p').innerHTML = 'At ' + location.hash + ' <a href="#/b">b</a>'`
    response.end(page(`<p></p><script>window.prerenderReady = ${how === 'well'};${show}</script>`))
  })
  const more = { pages: { '/': { site: `${origin}/` } }, limits: { deadline: 10_000 } }
  const { site, get, told } = await open({}, more)
  expect(site.statesOf('/')).toBe('#!')
  expect(told()).toContain('or set "states" of the page to')
  // Without its page nothing is answered at all.
  expect((await get('/a')).status).toBe(undefined)
  how = 'never ready'
  const status = async () => (await get('/a')).status
  await expect.poll(status).toBe(503)
  how = 'well'
  // What has failed is not made again at once.
  await expect.poll(status).toBe(200)
  expect((await get('/a')).body).toContain('At #/a <a href="/?_escaped_fragment_=/b">b</a>')
  expect(site.statesOf('/')).toBe('#/')
})
