import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'
import solid from 'vite-plugin-solid'

export default defineConfig({ plugins: [solid(), hashbang({ app: 'src/routes.ts' })] })
