// Finds the texts of a worker's scripts by name, to explain errors. V8 keeps each text with its
// script, so this copies nothing.

import { LRUCache } from 'lru-cache'

/** Most scripts of one name: inline scripts have their page's address. */
const MOST_OF_NAME = 20

const texts = new LRUCache<string, readonly string[]>({ max: 5000 })

export function noteScript(name: string, text: string): void {
  const known = texts.get(name) ?? []
  if (!known.includes(text)) texts.set(name, [...known, text].slice(-MOST_OF_NAME))
}

export const scriptTexts = (name: string): readonly string[] => texts.get(name) ?? []
