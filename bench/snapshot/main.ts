import { start } from 'hashbang-router/browser'
import { routes } from './routes.ts'

start(routes)
