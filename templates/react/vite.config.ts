import react from '@vitejs/plugin-react'
import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [react(), hashbang({ app: 'src/routes.ts' })] })
