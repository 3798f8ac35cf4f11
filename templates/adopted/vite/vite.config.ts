import { hashbang } from 'hashbang-router/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [hashbang({ adopt: true })] })
