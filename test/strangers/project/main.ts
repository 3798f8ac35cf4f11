/** The browser's entry: the app, and the names of all views for whoever compares them. */
import { start } from 'hashbang-router/browser'
import { libraries, routes } from './app.ts'

start(routes)

Object.assign(globalThis, {
  async strangers() {
    const names: string[] = []
    for (const [file, load] of Object.entries(libraries)) {
      const { default: view } = (await load()) as { default: { names: string[] } }
      const library = file.replace(/^.*\/|\.\w+$/g, '')
      for (const name of view.names) names.push(`${library}/${name}`)
    }
    return names.sort()
  },
})
