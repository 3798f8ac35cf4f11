/**
 * Frames of adopted pages: apps that load themselves into one show the same as in Chromium; frames of other origins are closed, and
 * what is not done in a frame is told instead of served.
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { createHandler } from 'hashbang-router/server'
import { writeApp } from './apps.ts'
import { expectSame } from './expect-same.ts'
import { FRAMED } from './framed-apps.ts'

/** GWT as it is, which the README names, and frames of all kinds; the others are more of both. */
const FIRST = ["GWT's cross-site linker", 'frames of all kinds']

for (const [name, app] of Object.entries(FRAMED)) {
  const tag = FIRST.includes(name) ? [] : ['@nightly']
  test(`an app by ${name} shows the same as in Chromium`, { tag }, async ({ page }, info) => {
    const folder = info.outputPath('site')
    writeApp(app, folder)
    await expectSame(page, folder, app)
  })
}

/** What a page does, and what the log says of it; nothing, where the page is right. */
const TROUBLES: Readonly<Record<string, readonly [code: string, log: RegExp | undefined]>> = {
  script: [`look(add('src', "javascript:'<p>x</p>'"))`, /its address is a script/],
  itself: [`look(add('src', '/#!/x'))`, /it has the page itself/],
  sandbox: [
    `add('sandbox', 'allow-same-origin').contentWindow.name`,
    /its sandbox allows no scripts/,
  ],
  blob: [`look(add('src', URL.createObjectURL(new Blob(['x']))))`, /its address is a blob/],
  within: [
    `const f = add('src', 'within.html'); f.onload = () => look(f.contentDocument.querySelector('iframe'))`,
    /it has a page that it is in/,
  ],
  posted: [
    `add('name', 'to'); document.body.insertAdjacentHTML('beforeend', '<form method="post" target="to" action="x">'); document.forms[0].submit()`,
    /sends a form in a frame, or to one, to .*\/x/,
  ],
  sends: [
    `add('srcdoc', '<form action="inner.html"></form><script>document.forms[0].submit()</scr' + 'ipt>')`,
    /sends a form in a frame, or to one, to .*inner.html/,
  ],
  missing: [
    `const f = add('src', 'nowhere.html'); f.onload = () => look(f)`,
    /nowhere.html returns status 404/,
  ],
  picture: [`const f = add('src', 'a.txt'); f.onload = () => look(f)`, /it is "text\/plain"/],
  many: [`for (let i = 0; i < 40; i++) look(add())`, /more than 30 frames/],
  endless: [
    `const f = add(); f.onload = () => f.contentWindow.location.replace('inner.html?' + Math.random()); f.src = 'inner.html'`,
    /goes from page to page/,
  ],
  // Nobody looks into these, or finds nothing in a browser either.
  unseen: [
    `add('src', "javascript:'<p>x</p>'"); add('src', 'nowhere.html'); add('src', '/')`,
    undefined,
  ],
  opaque: [`look(add('sandbox', '')); look(add('src', 'data:text/html,x'))`, undefined],
  nested: [
    `const d = add().contentDocument; look(d.body.appendChild(d.createElement('iframe')))`,
    undefined,
  ],
  throws: [`add('srcdoc', '<script>throw new Error(1)</scr' + 'ipt>')`, undefined],
  late: [
    `const f = add('src', 'inner.html'); f.onload = () => { document.querySelector('h1').append(f.contentDocument.title) }`,
    undefined,
  ],
}

/** One that is told of each part of a frame, and those that are right. */
const REPRESENTATIVE = ['script', 'posted', 'missing', 'many', 'unseen', 'late']
const isFirst = (name: string) => REPRESENTATIVE.includes(name)

for (const [what, names, tag] of [
  ['what a frame has not is told where the page looks for it', isFirst, []],
  ['all that a frame has not is told', (name: string) => !isFirst(name), ['@nightly']],
] as const) {
  test(`${what}, and nothing leaves`, { tag: [...tag] }, async ({ baseURL: _ }, info) => {
    const states = Object.keys(TROUBLES).filter(names)
    await expectTold(states, info.outputPath('site'))
  })
}

/** Expects states to be answered as they should, and a page that asks others by frames to ask nobody. */
async function expectTold(states: readonly string[], folder: string): Promise<void> {
  const asked: string[] = []
  const outside = createServer((request, response) => {
    asked.push(String(request.url))
    response.end()
  })
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  const other = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const cases = Object.entries(TROUBLES).map(([name, [code]]) => `'/${name}': () => { ${code} }`)
  const elsewhere = `
    look(add('src', '${other}/src')); add().contentWindow.location.replace('${other}/replace')
    const w = add().contentWindow; w.location = '${other}/set'; w.eval("fetch('${other}/fetch').catch(() => 0)")
    add('srcdoc', '<script src="${other}/script"></scr' + 'ipt><img src="${other}/image"><iframe src="${other}/inner"></iframe>')
    const d = add().contentDocument; d.open(); d.write('<link rel="stylesheet" href="${other}/link"><script>import("${other}/module").catch(() => 0); new Image().src = "${other}/img"</scr' + 'ipt>'); d.close()`
  writeApp(
    {
      files: {
        'index.html': `<!doctype html><title>T</title><body><h1>State</h1><script>
          const add = (name = 'id', value = 'f') => { const f = document.createElement('iframe'); f.setAttribute(name, value); document.body.append(f); return f }
          const look = (f) => { try { f.contentDocument.body.innerHTML = 'x' } catch {} }
          const cases = { ${cases.join()}, '/elsewhere': () => { ${elsewhere} } }
          cases[location.hash.slice(2)]?.()
        </script>`,
        'inner.html': '<!doctype html><title>Inner</title>',
        'within.html': '<!doctype html><iframe src="within.html#x"></iframe>',
        'a.txt': 'text',
      },
    },
    folder,
  )
  const said = new Map<string, string>()
  const site = await createHandler(
    {
      ...{ origin: 'http://site.test', pages: { '/': { site: folder, states: '#!/' } } },
      workers: 1,
      limits: { deadline: 90_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'warning') said.set(event.state, event.warnings.join('\n'))
        },
      ],
    },
  )
  const get = (state: string) =>
    site({ method: 'GET', target: `/?_escaped_fragment_=/${state}`, headers: {} })
  try {
    await Promise.all(
      states.map(async (state) => {
        const [, log] = TROUBLES[state] ?? []
        const { status, body } = (await get(state)) ?? {}
        const told = said.get(`/${state}`) ?? ''
        expect([state, status, told]).toEqual([state, log ? 503 : 200, told])
        if (log) expect(told).toMatch(log)
        else expect(String(body)).toContain(state === 'late' ? 'StateInner' : '<h1>State')
      }),
    )
    expect((await get('elsewhere'))?.status, said.get('/elsewhere')).toBe(200)
    expect(asked).toEqual([])
  } finally {
    await site.close()
    outside.close()
  }
}
