// Vue's compiler takes the outlet for an element, beside the elements that the app names itself.

import { join } from 'node:path'
import { expect } from '@playwright/test'
import vue from '@vitejs/plugin-vue'
import { createServer } from 'vite'
import { frameworksPlugin } from '../../../server/vite/frameworks-plugin.ts'
import { hashbang } from '../../../server/vite/plugin.ts'
import { setVariable } from '../../environment.ts'
import { project } from '../../project.ts'
import { suite } from '../../run/suite.ts'

const test = suite('vite: frameworks')

/** The code of a Vue component whose template has the outlet, an element of the app and a slip. */
async function compiled(isFirst: boolean, environment = 'client'): Promise<string> {
  const root = project({
    'index.html': '<hashbang-outlet></hashbang-outlet>',
    'routes.ts': 'export const routes = {}',
    'Layout.vue': '<template><hashbang-outlet id="a" /><own-element /><Slip /></template>',
  })
  const isCustomElement = (tag: string) => tag === 'own-element'
  const own = vue({ template: { compilerOptions: { isCustomElement } } })
  const ours = [hashbang({ app: 'routes.ts' }), vue({ include: /[.]page$/ })]
  const server = await createServer({
    ...{ root, configFile: false, logLevel: 'silent', cacheDir: join(root, '.vite') },
    plugins: isFirst ? [ours, own] : [own, ours],
    server: { middlewareMode: true, ws: false },
  })
  try {
    return (await server.environments[environment]?.transformRequest('/Layout.vue'))?.code ?? ''
  } finally {
    await server.close()
  }
}

for (const isFirst of [true, false])
  test(`the plugin makes Vue take the outlet for an element, ${isFirst ? 'before' : 'behind'} Vue's plugin`, async () => {
    const code = await compiled(isFirst)
    expect(code).toContain('"hashbang-outlet"')
    expect(code.match(/_resolveComponent\("[^"]*"\)/g)).toEqual(['_resolveComponent("Slip")'])
  })

test('a component of Vue is no hot module in a snapshot', async () => {
  const reset = setVariable('NODE_ENV', 'development')
  const code = await compiled(false, 'hashbang')
  reset()
  expect(code).toContain("import.meta.hot?.on('file-changed'")
  expect(code).not.toContain('import.meta.hot.')
})

test('a helper without its framework is an error that names the packages to install', async () => {
  const { resolveId } = frameworksPlugin('hashbang', []) as unknown as {
    readonly resolveId: { handler(this: object, id: string): Promise<unknown> }
  }
  const plugin = { environment: { name: 'client' }, resolve: async () => null }
  await expect(resolveId.handler.call(plugin, 'hashbang-router/react')).rejects.toThrow(
    '"hashbang-router/react" needs react and react-dom: run npm install react react-dom',
  )
})
