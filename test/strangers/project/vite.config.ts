import { compile } from '@riotjs/compiler'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

const riot = {
  name: 'riot',
  transform: (code: string, file: string) =>
    file.endsWith('.riot') ? compile(code, { file }) : undefined,
}

export default defineConfig({
  plugins: [
    riot,
    vue(),
    svelte(),
    solid({ include: ['**/solid*.tsx'] }),
    hashbang({ app: 'app.ts' }),
  ],
})
