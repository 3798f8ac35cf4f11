import { defineConfig } from 'hashbang-router/server'

export default defineConfig({ origin: 'http://localhost:3000' })
