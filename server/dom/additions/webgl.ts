/**
 * Makes WebGL contexts that draw nothing, for `canvas.ts`. Chromium has one on any machine, as it
 * draws by software where there is no graphics card; without one, libraries throw.
 * happy-dom's `getContext` returns null: capricorn86/happy-dom#1852.
 */

/** Names of methods. Code that looks for `then`, for example, must find none. */
const METHOD =
  /^(?:active|attach|begin|bind|blend|blit|buffer|check|clear|client|color|compile|compressed|copy|create|cull|delete|depth|detach|disable|draw|enable|end|fence|finish|flush|framebuffer|front|generate|get|hint|invalidate|is|line|link|pause|pixel|polygon|read|renderbuffer|resume|sample|scissor|shader|stencil|tex|transform|uniform|use|validate|vertex|viewport|wait)(?:$|[A-Z\d])/

type Rules = readonly (readonly [name: RegExp, value: () => unknown])[]

const RESULTS: Rules = [
  [/^(?:create|fence)/, () => ({})],
  [/(?:InfoLog|Source)$/, () => ''],
  [/^get\w+Parameter$/, () => true],
  [/^get/, () => null],
]
const PARAMETERS: Rules = [
  [/(?:_BOX|^VIEWPORT|_RANGE|_DIMS|CLEAR_VALUE)$/, () => [0, 0, 8192, 8192]],
  [/^SHADING_LANGUAGE_VERSION$/, () => 'WebGL GLSL ES 3.00 (OpenGL ES GLSL ES 3.0 Chromium)'],
  [/^(?:VENDOR|RENDERER)$/, () => 'WebKit WebGL'],
  [/SIZE$/, () => 8192],
  [/^MAX_\w*(?:VECTORS|COMPONENTS)$/, () => 1024],
  [/^MAX_/, () => 16],
]
const resultOf = (rules: Rules, name = ''): unknown =>
  rules.find(([pattern]) => pattern.test(name))?.[1]()

export function webglContext(canvas: HTMLCanvasElement, kind: string): object {
  /** Constants are numbers that differ. */
  const names = ['NO_ERROR']
  const constant = (name: string) =>
    names.includes(name) ? names.indexOf(name) : names.push(name) - 1
  const version = `WebGL ${kind === 'webgl2' ? '2.0 (OpenGL ES 3.0' : '1.0 (OpenGL ES 2.0'} Chromium)`
  const methods: Readonly<Record<string, (...args: number[]) => unknown>> = {
    checkFramebufferStatus: () => constant('FRAMEBUFFER_COMPLETE'),
    clientWaitSync: () => constant('ALREADY_SIGNALED'),
    getAttribLocation: () => -1,
    getContextAttributes: () => ({ alpha: true, antialias: true, depth: true, stencil: false }),
    getError: () => constant('NO_ERROR'),
    getParameter: (number = 0) =>
      names[number] === 'VERSION' ? version : (resultOf(PARAMETERS, names[number]) ?? 0),
    getProgramParameter: (_, number = 0) => !names[number]?.startsWith('ACTIVE_') || 0,
    getShaderPrecisionFormat: () => ({ rangeMin: 127, rangeMax: 127, precision: 23 }),
    getSupportedExtensions: () => [],
    isContextLost: () => false,
  }
  const get = (_: object, name: string | symbol, context: object): unknown => {
    if (typeof name !== 'string') return undefined
    const isMethod = METHOD.test(name)
    if (!isMethod && !/^[A-Z][A-Z\d_]*$/.test(name)) return undefined
    const value = isMethod ? (methods[name] ?? (() => resultOf(RESULTS, name))) : constant(name)
    // The next read is as fast as of any object.
    Object.defineProperty(context, name, { value, writable: true, configurable: true })
    return value
  }
  const size = { drawingBufferWidth: canvas.width, drawingBufferHeight: canvas.height }
  return Object.assign(Object.create(new Proxy({}, { get })), { canvas, ...size })
}
