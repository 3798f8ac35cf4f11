/** The browser's entry. */
import { start } from 'hashbang-router/browser'
import { routes } from './app.ts'

start(routes)
