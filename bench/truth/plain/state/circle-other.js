import { known } from './circle.js'

export function other(title) {
  if (!known.has('title')) known.set('title', title)
  return known.get('title')
}
