import { defineConfig } from 'hashbang-router/server'

export default defineConfig({
  origin: process.env.ORIGIN ?? 'http://localhost:3000',
  pages: { '/': { site: 'dist' } },
})
