/** Modules of the dev server: evaluated for each page, asked of Vite once. The texts are as Vite transforms modules. */
import { expect } from '@playwright/test'
import { devApps } from '../../../server/vite/dev-apps.ts'
import { suite } from '../../run/suite.ts'

const test = suite('dev-apps')

const CODE: Readonly<Record<string, string>> = {
  '/app.ts': `
const part = await __vite_ssr_import__('/part.ts', { importedNames: ['next'] })
const plain = await __vite_ssr_import__('plain', { importedNames: ['next'] })
__vite_ssr_exportName__('routes', () => routes)
const routes = [part.next(), part.next(), plain.next(), typeof __vite_ssr_import_meta__.hot.accept]`,
  '/part.ts': `
__vite_ssr_exportName__('next', () => next)
let n = 0
const next = () => ++n`,
}

interface Payload {
  readonly data: { readonly name: string; readonly data: readonly [url: string] }
}

/** Stands in for Vite. @param code Its modules. */
function source(code: Readonly<Record<string, string>> = CODE) {
  const asked: string[] = []
  const counts = { ended: 0 }
  const apps = devApps({
    apps: [['/', '/app.ts']],
    async invoke(payload) {
      const { name, data } = (payload as unknown as Payload).data
      if (name === 'getBuiltins') return { result: [] }
      const [url] = data
      asked.push(url)
      if (!url.startsWith('/'))
        return { result: { externalize: `file:///${url}.js`, type: 'module' } }
      const text = code[url]
      return text === undefined
        ? { error: { message: `${url} is not there` } }
        : { result: { code: text, file: url, id: url, url, invalidate: false } }
    },
    openPackages() {
      let n = 100
      return {
        import: async () => ({ next: () => ++n }),
        end: () => void counts.ended++,
      }
    },
  })
  return { apps, asked, counts }
}

test('each page has modules and packages of its own, and Vite is asked for each module once', async () => {
  const { apps, asked, counts } = source()
  for (let page = 0; page < 3; page++) {
    const { module, end } = apps.open('/')
    expect((await module).routes).toEqual([1, 2, 101, 'function'])
    end()
  }
  expect(asked).toEqual(['/app.ts', '/part.ts', 'plain'])
  expect(counts.ended).toBe(3)
})

test('two pages at a time do not share modules', async () => {
  const { apps } = source()
  const pages = await Promise.all([apps.open('/').module, apps.open('/').module])
  for (const { routes } of pages) expect(routes).toEqual([1, 2, 101, 'function'])
})

test('a module that could not be transformed is asked for again', async () => {
  const code: Record<string, string> = { '/app.ts': CODE['/app.ts'] ?? '' }
  const { apps } = source(code)
  await expect(apps.open('/').module).rejects.toThrow('/part.ts is not there')
  Object.assign(code, CODE)
  expect((await apps.open('/').module).routes).toEqual([1, 2, 101, 'function'])
})

test('the stack of an error names the source after its page has ended', async () => {
  const map = { version: 3, sources: ['view.ts'], names: [], mappings: ';;;;;AAAA' }
  const inline = Buffer.from(JSON.stringify(map)).toString('base64')
  const code = `
__vite_ssr_exportName__('context', () => context)
const context = () => new Error('wrong')
//# sourceURL=/app.ts
//# sourceMappingSource=vite-generated
//# sourceMappingURL=data:application/json;base64,${inline}
`
  const { module, end } = source({ '/app.ts': code }).apps.open('/')
  const error = (await module).context?.() as unknown as Error
  end()
  expect(error.stack).toContain('view.ts:1')
})
