// Frames of adopted pages. Apps that load themselves into one show the same as in Chromium. Frames
// of other origins are closed. The log names the work that a frame did not do, and the page is not
// served.

import { functionsOf, test } from './expect-same.ts'
import { expect } from './fixtures.ts'
import { FRAMED } from './framed-apps.ts'

for (const [name, app] of Object.entries(FRAMED)) {
  test(`an app by ${name} has the same content as in Chromium`, ({ expectSame }) => expectSame(app))
}

const look = (path: string) => `const f = add('src', '${path}'); f.onload = () => look(f)`

const CASES: Readonly<Record<string, string>> = {
  script: `look(add('src', "javascript:'<p>x</p>'"))`,
  itself: `look(add('src', '/#!/x'))`,
  sandbox: `add('sandbox', 'allow-same-origin').contentWindow.name`,
  blob: `look(add('src', URL.createObjectURL(new Blob(['x']))))`,
  within: `const f = add('src', 'within.html'); f.onload = () => look(f.contentDocument.querySelector('iframe'))`,
  posted: `add('name', 'to'); document.body.insertAdjacentHTML('beforeend', '<form method="post" target="to" action="x">'); document.forms[0].submit()`,
  sends: `add('srcdoc', '<form action="inner.html"></form><script>document.forms[0].submit()</scr' + 'ipt>')`,
  missing: look('nowhere.html'),
  picture: look('a.txt'),
  many: `for (let i = 0; i < 40; i++) look(add())`,
  endless: `const f = add(); f.onload = () => f.contentWindow.location.replace('inner.html?' + Math.random()); f.src = 'inner.html'`,
  unseen: `add('src', "javascript:'<p>x</p>'"); add('src', 'nowhere.html'); add('src', '/')`,
  opaque: `look(add('sandbox', '')); look(add('src', 'data:text/html,x'))`,
  nested: `const d = add().contentDocument; look(d.body.appendChild(d.createElement('iframe')))`,
  throws: `add('srcdoc', '<script>throw new Error(1)</scr' + 'ipt>')`,
  late: `const f = add('src', 'inner.html'); f.onload = () => { document.querySelector('h1').append(f.contentDocument.title) }`,
}

/**
 * The log lines. The pages of the others are right: nobody looks into their frames, or a browser
 * finds nothing there either.
 */
const LOGS: Readonly<Record<string, RegExp>> = {
  script: /its address is a script/,
  itself: /it has the page itself/,
  sandbox: /its sandbox allows no scripts/,
  blob: /its address is a blob/,
  within: /it has a page that it is in/,
  posted: /sends a form in a frame, or to one, to .*\/x/,
  sends: /sends a form in a frame, or to one, to .*inner.html/,
  missing: /nowhere.html returns status 404/,
  picture: /it is "text\/plain"/,
  many: /more than 30 frames/,
  endless: /goes from page to page/,
}

test('the log names the work that a frame does not do, and the page has status 503', async ({
  open,
}) => {
  const { get, logOf } = await open({
    'index.html': `<!doctype html><title>T</title><body><h1>State</h1><script>
      const add = (name = 'id', value = 'f') => { const f = document.createElement('iframe'); f.setAttribute(name, value); document.body.append(f); return f }
      const look = (f) => { try { f.contentDocument.body.innerHTML = 'x' } catch {} }
      const cases = { ${functionsOf(CASES)} }
      cases[location.hash.slice(3)]?.()
    </script>`,
    'inner.html': '<!doctype html><title>Inner</title>',
    'within.html': '<!doctype html><iframe src="within.html#x"></iframe>',
    'a.txt': 'text',
  })
  await Promise.all(
    Object.keys(CASES).map(async (name) => {
      const [state, log] = [`/${name}`, LOGS[name]]
      const { status, body } = await get(state)
      expect([state, status, logOf(state)]).toEqual([state, log ? 503 : 200, logOf(state)])
      if (log) expect(logOf(state)).toMatch(log)
      else expect(body).toContain(name === 'late' ? 'StateInner' : '<h1>State')
    }),
  )
})
