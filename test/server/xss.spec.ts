/** Nothing that a value holds becomes script in a snapshot. */
import { expect, test } from '@playwright/test'
import { bundle, openThread } from './engine.ts'

const KINDS = {
  flatten: ['plain html view', 'html view', 'DOM methods', 'innerHTML', 'Lit'],
  declarative: ['innerHTML', 'Lit'],
}

function capable(): string[] {
  const runs = /^(?:javascript|vbscript):|^data:(?:text\/html|image\/svg|[^,]*xml)/i
  const found: string[] = []
  const look = (root: Document | DocumentFragment | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      const type = element.getAttribute('type')
      const loads = /(?:^|\s)(?:import|preload|prefetch|prerender|modulepreload|manifest)(?:$|\s)/i
      const acts =
        element.localName === 'base' ||
        (element.localName === 'meta' && element.hasAttribute('http-equiv')) ||
        (element.localName === 'link' && loads.test(element.getAttribute('rel') ?? ''))
      if (acts) found.push(element.outerHTML)
      if (element.localName === 'script' && !/^application\/(?:ld\+)?json$/.test(type ?? '')) {
        found.push(element.outerHTML)
      }
      for (const { name, value } of element.attributes) {
        const url = [...value].filter((character) => character > ' ').join('')
        const address = /^(?:xlink:)?(?:href|src|action|formaction|data|values|to|from|by)$/.test(
          name,
        )
        const frame = /^(?:iframe|object|embed|use)$/.test(element.localName)
        const script = /^(?:java|vb)script:/i.test(url) || (frame && runs.test(url))
        if (/^on|^srcdoc$/.test(name) || (address && script)) found.push(element.outerHTML)
      }
      if (element instanceof HTMLTemplateElement) look(element.content)
      if (element.shadowRoot) look(element.shadowRoot)
    }
  }
  look(document)
  return found
}

for (const [shadow, kinds] of Object.entries(KINDS)) {
  const tag = shadow === 'flatten' ? [] : ['@nightly']
  test(`no hostile value can run (${shadow})`, { tag }, async ({ browser }) => {
    const thread = await openThread(await bundle('engine/attacks.ts'))
    // Every request fails at once, and does not reach this process.
    const page = await browser.newPage({ offline: true })
    for (const kind of kinds) {
      const written = await thread.call<string[]>('written', kind, shadow)
      expect(written.length).toBeGreaterThan(40)
      const body = written.map((html) => `<div>${html}</div>`).join('\n')
      await page.setContent(`<!doctype html><html><body>${body}</body></html>`, {
        waitUntil: 'domcontentloaded',
      })
      expect(await page.evaluate(capable), kind).toEqual([])
      expect(await page.evaluate(() => 'pwned' in globalThis), kind).toBe(false)
    }
    await page.context().close()
    await thread.close()
  })
}
