/**
 * State that several modules share: JSON, top-level await, live bindings, buses, timers, signals to
 * abort.
 */

import type { Notes } from './note.ts'
import settings from './settings.json'
import { giveLater, given, settingsOf, startClock } from './shared-parts.ts'

let late: string | undefined
const controller = new AbortController()
let running: AbortController | undefined
const bus = new EventTarget()
const heard: string[] = []
const channel = { subscribers: new Set<(title: string) => void>() }
const ready = await Promise.resolve({ count: 0, title: undefined as string | undefined })
const isLate = startClock()
const sheet = { rules: [] as string[] }

export const notes: Notes = {
  'JSON module changed': ({ note }) => {
    if (note) settings.theme.color = 'red'
    return settings.theme.color
  },
  'JSON list grows': ({ title }) => {
    settings.titles.push(title as never)
    return settings.titles.join(', ')
  },
  'top-level await, counted': () => `${++ready.count} views`,
  'top-level await, first wins': ({ title }) => (ready.title ??= title),
  'live binding': ({ title }) => {
    const before = given
    giveLater(title)
    return before
  },
  'state of an imported module': ({ title }) => settingsOf(title),
  'late timer': ({ title }) => {
    const text = late ?? 'none'
    setTimeout(() => {
      late = title
    }, 20)
    return text
  },
  'timer of a module': () => (isLate() ? 'late' : 'in time'),
  'late microtask': ({ title }) => {
    const text = heard[0] ?? 'none'
    void Promise.resolve().then(() => heard.push(title))
    return text
  },
  'aborted by rare data': ({ note }) => {
    if (note) controller.abort()
    return controller.signal.aborted ? 'aborted' : 'open'
  },
  'abort of the page before': () => {
    const text = running ? 'aborts another' : 'the first'
    running?.abort()
    running = new AbortController()
    return text
  },
  'bus in a module': ({ title }) => {
    const now: string[] = []
    bus.addEventListener('page', () => now.push(title))
    const later = new Event('page')
    bus.dispatchEvent(later)
    channel.subscribers.add((text) => now.push(`${title} heard ${text}`))
    for (const tell of channel.subscribers) tell(title)
    return `${channel.subscribers.size} subscribers, ${now.length} heard`
  },
  'own style sheet in a module': ({ id }) => {
    sheet.rules.push(`.page-${id} {}`)
    return sheet.rules.join(' ')
  },
}
