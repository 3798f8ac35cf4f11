import { defineConfig } from 'hashbang-router/server'

export default defineConfig({
  origin: process.env.ORIGIN ?? 'https://hashbang-router.github.io',
  // An export on a busy machine has time.
  limits: { deadline: 60_000 },
})
