/** Fresh projects of create-vite with the packed tarball. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { temporaryFolder } from '../memory-folder.ts'
import { type Files, write } from '../project.ts'
import { filesOf, readSteps } from '../steps.ts'
import { run, serve } from './command.ts'
import { pack } from './pack.ts'

const GUIDE = join(import.meta.dirname, '../../docs/guides/add-to-your-app.md')

const functions = (prop: string, lemma: string): Files => ({
  'src/Home.tsx': 'export default function Home() {\n  return <h1>Words</h1>\n}\n',
  'src/Word.tsx': `export default function Word(${prop}: { data: { lemma: string } }) {\n  return <h1>{${lemma}}</h1>\n}\n`,
})

const COMPONENTS: Readonly<Record<string, Files>> = {
  react: functions('{ data }', 'data.lemma'),
  preact: functions('{ data }', 'data.lemma'),
  solid: functions('props', 'props.data.lemma'),
  vue: {
    'src/Missing.vue': '<template>\n  <h1>There is no such page</h1>\n</template>\n',
    'src/Home.vue': '<template>\n  <h1>Words</h1>\n</template>\n',
    'src/Word.vue':
      '<script setup lang="ts">\ndefineProps<{ data: { lemma: string } }>()\n</script>\n\n<template>\n  <h1>{{ data.lemma }}</h1>\n</template>\n',
  },
  svelte: {
    'src/Missing.svelte': '<h1>There is no such page</h1>\n',
    'src/Home.svelte': '<h1>Words</h1>\n',
    'src/Word.svelte':
      '<script lang="ts">\n  let { data }: { data: { lemma: string } } = $props()\n</script>\n\n<h1>{data.lemma}</h1>\n',
  },
}

function layout(framework: string): Files {
  const guide = filesOf(readSteps(readFileSync(GUIDE, 'utf8')))
  const routes = guide['src/routes.ts']?.replaceAll('react', framework) ?? ''
  const ending = framework === 'vue' || framework === 'svelte' ? `.${framework}` : ''
  const file = `src/Layout${ending || '.tsx'}`
  return {
    [file]: guide[file] ?? '',
    ...(ending === '' && { 'src/Missing.tsx': guide['src/Missing.tsx'] ?? '' }),
    'src/routes.ts': routes.replace(/import\('[^']*/g, (start) => start + ending),
  }
}

test.describe('a fresh project of create-vite', () => {
  test.describe.configure({ mode: 'parallel' })
  let folder: string
  let tarball: string
  test.beforeAll(async () => {
    folder = temporaryFolder('hashbang-templates')
    tarball = await pack(folder)
  })

  for (const [framework, components] of Object.entries(COMPONENTS))
    test(`${framework}-ts takes the guide's layout, and its own scripts pass`, async () => {
      const own = join(folder, framework)
      await run(
        `npm create --yes vite@latest ${framework} -- --template ${framework}-ts --no-interactive`,
        folder,
      )
      await run(`npm install '${tarball}'`, own)
      await run('npx hashbang init --yes', own)
      const hasScript = (name: string) =>
        name in JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')).scripts
      const scripts = ['build', 'check', 'lint'].filter(hasScript)
      const pass = async () => {
        for (const script of scripts) await run(`npm run ${script}`, own)
      }
      await pass()
      write(own, { ...layout(framework), ...components })
      await pass()

      const server = await serve('npm start', own)
      try {
        const read = async (state: string) =>
          (await (await fetch(`${server.origin}/?_escaped_fragment_=${state}`)).text()).replace(
            /<!--.*?-->/g,
            '',
          )
        const child = (text: string) =>
          new RegExp(
            `<main>\\s*<a href="#!">All words</a>\\s*<hashbang-outlet[^>]*><h1[^>]*>${text}</h1>`,
          )
        expect(await read('/word/ajax')).toMatch(child('ajax'))
        expect(await read('')).toMatch(child('Words'))
        for (const state of ['/word/zeus', '/nowhere'])
          expect(await read(state)).toMatch(child('There is no such page'))
      } finally {
        await server.stop()
      }
    })
})
