import { start } from 'hashbang-router/browser'
import { routes } from './routes.ts'
import './style.css'

start(routes)
