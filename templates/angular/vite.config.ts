import angular from '@analogjs/vite-plugin-angular'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [angular({ tsconfig: './tsconfig.json' }), hashbang({ app: 'src/routes.ts' })],
})
