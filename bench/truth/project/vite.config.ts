import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

export default defineConfig({
  plugins: [
    vue(),
    svelte(),
    solid({ include: ['**/views/solid/*.tsx'] }),
    hashbang({ app: 'app.ts' }),
  ],
})
