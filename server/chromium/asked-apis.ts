// Runs in the page before its scripts, not here: it may use nothing but its own text.
// Notes which parts of the platform the page asks for that our engine answers otherwise than a browser: the size and the place of
// things, pictures, sound, stores, threads. What pages get is not changed. The names are read as `window.__hashbangAsked`.

/** Begins to note. */
export function noteAsked(): void {
  const asked = new Set<string>()
  Object.defineProperty(window, '__hashbangAsked', { value: asked, enumerable: false })
  const note = (owner: string, name: string) => {
    const target = Reflect.get(window, owner) as { prototype?: object } | undefined
    const on = target?.prototype ?? target
    const found = on && Object.getOwnPropertyDescriptor(on, name)
    if (on === undefined || !found?.configurable) return
    const noting = <F extends (...args: unknown[]) => unknown>(call: F): F =>
      new Proxy(call, {
        apply(run, self, args) {
          const what = name === 'getContext' ? `${name}('${String(args[0])}')` : name
          if (asked.size < 50) asked.add(`${owner}.${what}`)
          return Reflect.apply(run, self, args)
        },
      })
    const { get, value } = found
    if (get) Object.defineProperty(on, name, { ...found, get: noting(get) })
    else if (typeof value === 'function')
      Object.defineProperty(on, name, { ...found, value: noting(value) })
  }
  const all: readonly (readonly [owner: string, names: string])[] = [
    [
      'Element',
      'getBoundingClientRect getClientRects clientWidth clientHeight scrollWidth scrollHeight',
    ],
    ['HTMLElement', 'offsetWidth offsetHeight offsetTop offsetLeft offsetParent innerText'],
    ['Range', 'getBoundingClientRect getClientRects'],
    ['Document', 'elementFromPoint caretPositionFromPoint execCommand'],
    ['HTMLCanvasElement', 'getContext toDataURL toBlob'],
    ['CanvasRenderingContext2D', 'measureText getImageData'],
    ['SVGGraphicsElement', 'getBBox getCTM'],
    ['SVGTextContentElement', 'getComputedTextLength'],
    ['HTMLImageElement', 'naturalWidth naturalHeight width height'],
    ['HTMLMediaElement', 'canPlayType play'],
    ['IDBFactory', 'open'],
    ['CacheStorage', 'open match'],
    ['ServiceWorkerContainer', 'register'],
  ]
  for (const [owner, names] of all) for (const name of names.split(' ')) note(owner, name)
  for (const owner of [
    'Worker',
    'SharedWorker',
    'WebSocket',
    'EventSource',
    'RTCPeerConnection',
    'AudioContext',
    'OffscreenCanvas',
    'BroadcastChannel',
  ]) {
    const made = Reflect.get(window, owner)
    if (typeof made !== 'function') continue
    const noting = new Proxy(made, {
      construct(run, args, target) {
        if (asked.size < 50) asked.add(`new ${owner}`)
        return Reflect.construct(run, args, target)
      },
    })
    Object.defineProperty(window, owner, { value: noting, configurable: true, writable: true })
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = new Proxy(open, {
    apply(run, self, args) {
      if (args[2] === false) asked.add('XMLHttpRequest.open(…, false)')
      return Reflect.apply(run, self, args)
    },
  })
}
