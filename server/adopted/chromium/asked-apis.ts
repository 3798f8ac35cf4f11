// Runs in the page before its scripts: it may use nothing outside its own text.
// Notes platform features that our engine lacks: layout, images, sound, storage, threads. Read them
// as `window.__hashbangAsked`.

export function noteAsked(): void {
  const used = new Set<string>()
  Object.defineProperty(window, '__hashbangAsked', { value: used, enumerable: false })
  const note = (owner: string, name: string) => {
    const target = Reflect.get(window, owner) as { prototype?: object } | undefined
    const on = target?.prototype ?? target
    const found = on && Object.getOwnPropertyDescriptor(on, name)
    if (on === undefined || !found?.configurable) return
    const noting = <F extends (...args: unknown[]) => unknown>(call: F): F =>
      new Proxy(call, {
        apply(run, self, args) {
          const what = name === 'getContext' ? `${name}('${String(args[0])}')` : name
          if (used.size < 50) used.add(`${owner}.${what}`)
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
        if (used.size < 50) used.add(`new ${owner}`)
        return Reflect.construct(run, args, target)
      },
    })
    Object.defineProperty(window, owner, { value: noting, configurable: true, writable: true })
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = new Proxy(open, {
    apply(run, self, args) {
      if (args[2] === false) used.add('XMLHttpRequest.open(…, false)')
      return Reflect.apply(run, self, args)
    },
  })
}
