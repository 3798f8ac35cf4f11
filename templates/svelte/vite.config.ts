import { svelte } from '@sveltejs/vite-plugin-svelte'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [svelte(), hashbang({ app: 'src/routes.ts' })] })
