import preact from '@preact/preset-vite'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [preact(), hashbang({ app: 'src/routes.ts' })] })
