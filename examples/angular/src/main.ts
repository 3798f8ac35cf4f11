import { start } from 'hashbang-router/browser'
import { routes } from './routes'
import './style.css'

start(routes)
