import vue from '@vitejs/plugin-vue'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [vue(), hashbang({ app: 'src/routes.ts' })] })
