/**
 * Apps that keep something from state to state, each in its own way, and others that do not. What each shows of a state when it is
 * loaded there is made of the state's name alone. Parts are put into a page: see `walkedPage`.
 */

interface WalkedApp {
  /** Runs once; may define what `show` uses. */
  readonly setup?: string
  /** Shows `state`. */
  readonly show: string
  readonly type?: 'module'
}

/** The document of one. */
export const walkedPage = ({ setup = '', show, type }: WalkedApp): string =>
  `<!doctype html><html><head><title>App</title></head><body><main></main><p id="out"></p><input id="field"><details></details>
  <script${type ? ` type="${type}"` : ''}>${setup}
    const [main, out, field] = ['main', '#out', '#field'].map((one) => document.querySelector(one))
    const show = () => {
      const state = location.hash.slice(2)
      main.textContent = 'The page of ' + state
      ${show}
    }
    addEventListener('hashchange', show)
    show()
  </script></body></html>`

/** They show it at the second state at the latest. */
export const KEEPING: Readonly<Record<string, WalkedApp>> = {
  'a counter': { setup: 'let n = 0', show: `out.textContent = 'page ' + ++n` },
  'a list that grows': {
    show: `out.append(Object.assign(document.createElement('li'), { textContent: state }))`,
  },
  'an old title': {
    setup: 'let set = false',
    show: `if (!set) document.title = state; set = true`,
  },
  'a class': { show: `document.body.classList.add(state.slice(1))` },
  'an interval': {
    setup: 'const live = new Set()',
    show: `const own = {}; setInterval(() => { live.add(own); out.textContent = live.size + ' live' }, 100)`,
  },
  'something late': {
    show: `setTimeout(() => {}, 900); setTimeout(() => { out.textContent = 'late: ' + state }, 1500)`,
  },
  'what an old request brings': {
    setup: `const wait = (ms) => new Promise((done) => setTimeout(done, ms))`,
    show: `wait(900); fetch('data.json').then((r) => r.json()).then(() => wait(1500)).then(() => { main.textContent = 'The page of ' + state })`,
  },
  'a listener': {
    show: `out.textContent = ''; addEventListener('hashchange', () => { out.textContent += 'x' })`,
  },
  'what stands in a field': { show: `field.value ||= state` },
  'what is open': { show: `const d = document.querySelector('details'); d.open = !d.open` },
  'the focus': { show: `out.textContent = document.activeElement.id || 'nothing'; field.focus()` },
  'the state of a module': {
    type: 'module',
    setup: `import { seen } from './seen.js'`,
    show: `seen.push(state); out.textContent = seen.join()`,
  },
  'what it put beside the app': {
    show: `document.body.append(Object.assign(document.createElement('aside'), { textContent: state }))`,
  },
  'tags in the head': {
    show: `document.head.append(Object.assign(document.createElement('meta'), { name: 'description', content: state }))`,
  },
  'what it stored': {
    show: `localStorage.seen = (localStorage.seen ?? '') + state; out.textContent = localStorage.seen`,
  },
}

/** Of these nothing is to be seen: a page that is walked to has the history of one that is loaded there. */
export const KEEPING_NOTHING: Readonly<Record<string, WalkedApp>> = {
  'the length of its history': {
    show: `out.textContent = history.length + ' ' + history.state; if (!/x$/.test(state)) location.hash = '!' + state + 'x'`,
  },
  'the state of its history': {
    show: `out.textContent = JSON.stringify(history.state); history.replaceState({ state }, ''); history.pushState(0, ''); out.append(' ' + history.state)`,
  },
}

/** They keep nothing until they have been to a state whose name begins with "/rare". */
export const KEEPING_RARELY: Readonly<Record<string, WalkedApp>> = {
  'a rare class': { show: `if (/^.rare/.test(state)) document.body.className = 'dark'` },
  'something rare and late': {
    show: `setTimeout(() => {}, 900); if (/^.rare/.test(state)) setTimeout(() => { main.textContent = 'Time is up' }, 1500)`,
  },
  'what a rare item has': {
    show: `fetch(/^.rare/.test(state) ? 'rare.json' : 'usual.json').then((r) => r.json()).then((one) => {
      if (one.photo) out.innerHTML = '<img alt="' + one.photo + '">'
    })`,
  },
}

/** It shows a state otherwise after any other, of which nothing tells before. */
export const UNSEEN: WalkedApp = {
  show: `out.textContent = /odd/.test(state) && !window.been ? 'none' : 'some'; window.been = true`,
}

const again = (what: string): WalkedApp => ({
  show: `if (window.been) { ${what} } window.been = true`,
})

/** They go wrong when they are walked to, and only then. */
export const STUMBLING: Readonly<Record<string, WalkedApp>> = {
  'reloads itself': again('location.reload()'),
  leaves: again(`location.href = '/elsewhere.html'`),
  'writes itself anew': again(`document.write('gone')`),
}
