import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [hashbang({ app: 'src/routes.ts' })] })
