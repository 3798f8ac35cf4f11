import { markLinks, start } from 'hashbang-router/browser'
import { routes } from './routes'

const router = start(routes)
markLinks(router)
