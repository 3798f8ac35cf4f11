/**
 * Adds canvas contexts that draw nothing; every letter is half the font size wide. For
 * `additions/index.ts`.
 * happy-dom's `getContext` returns null: capricorn86/happy-dom#1852.
 */
import { define, type InnerWindow } from '../internals.ts'
import { reportLack } from '../isolation/network.ts'
import { webglContext } from './webgl.ts'

const METHODS =
  'addPath arc arcTo beginPath bezierCurveTo clearRect clip closePath drawFocusIfNeeded drawImage ellipse fill fillRect fillText lineTo ' +
  'moveTo putImageData quadraticCurveTo rect reset resetTransform restore rotate roundRect save scale setLineDash ' +
  'setTransform stroke strokeRect strokeText transform translate'

const STATE = {
  direction: 'ltr',
  fillStyle: '#000000',
  filter: 'none',
  font: '10px sans-serif',
  fontKerning: 'auto',
  globalAlpha: 1,
  globalCompositeOperation: 'source-over',
  imageSmoothingEnabled: true,
  imageSmoothingQuality: 'low',
  letterSpacing: '0px',
  lineCap: 'butt',
  lineDashOffset: 0,
  lineJoin: 'miter',
  lineWidth: 1,
  miterLimit: 10,
  shadowBlur: 0,
  shadowColor: 'rgba(0, 0, 0, 0)',
  shadowOffsetX: 0,
  shadowOffsetY: 0,
  strokeStyle: '#000000',
  textAlign: 'start',
  textBaseline: 'alphabetic',
}

/** Width, ascent and descent of a letter, as fractions of the font size. */
const WIDTH = 0.5
const ASCENT = 0.75
const DESCENT = 0.25
const MOST_PIXELS = 4096 * 4096

const gradient = (): object => ({ addColorStop() {} })

/** https://html.spec.whatwg.org/multipage/canvas.html#2dcontext */
function contextClass(window: InnerWindow) {
  return class CanvasRenderingContext2D {
    readonly canvas: HTMLCanvasElement
    declare font: string

    constructor(canvas: HTMLCanvasElement) {
      this.canvas = canvas
      Object.assign(this, STATE)
    }

    measureText(text: unknown): object {
      const size = Number(/(\d*\.?\d+)px/.exec(this.font)?.[1] ?? 10)
      const width = [...String(text)].length * size * WIDTH
      return {
        width,
        actualBoundingBoxLeft: 0,
        actualBoundingBoxRight: width,
        actualBoundingBoxAscent: size * ASCENT,
        actualBoundingBoxDescent: size * DESCENT,
        fontBoundingBoxAscent: size * ASCENT,
        fontBoundingBoxDescent: size * DESCENT,
      }
    }

    getImageData(_x: number, _y: number, width: number, height: number): object {
      return this.createImageData(width, height)
    }

    createImageData(source: number | { width: number; height: number }, rows = 0): object {
      const { width, height } =
        typeof source === 'object' ? source : { width: source, height: rows }
      const [columns, lines] = [Math.abs(Math.trunc(width)), Math.abs(Math.trunc(height))]
      if (columns * lines > MOST_PIXELS) {
        throw new RangeError(`An image of ${columns} x ${lines} is more than a snapshot needs`)
      }
      const data = new Uint8ClampedArray(columns * lines * 4)
      return { width: columns, height: lines, data, colorSpace: 'srgb' }
    }

    getLineDash = (): number[] => []
    getTransform = (): DOMMatrix => new window.DOMMatrix()
    getContextAttributes = (): object => ({
      alpha: true,
      colorSpace: 'srgb',
      desynchronized: false,
    })
    isContextLost = (): boolean => false
    isPointInPath = (): boolean => false
    isPointInStroke = (): boolean => false
    createPattern = (): object => ({ setTransform() {} })
    createLinearGradient = gradient
    createRadialGradient = gradient
    createConicGradient = gradient
  }
}

export function installCanvas(window: InnerWindow): void {
  const CanvasRenderingContext2D = contextClass(window)
  class Path2D {}
  for (const { prototype } of [CanvasRenderingContext2D, Path2D]) {
    for (const name of METHODS.split(' ')) {
      define(prototype, { [name]() {} })
    }
  }
  const contexts = new WeakMap<HTMLCanvasElement, object>()
  define<HTMLCanvasElement>(window.HTMLCanvasElement.prototype, {
    getContext(kind: string) {
      const isWebgl = /^(?:webgl2?|experimental-webgl)$/.test(kind)
      if (isWebgl) reportLack('WebGL', `getContext('${kind}')`, 'the canvas stays empty')
      if (kind !== '2d' && !isWebgl) return null
      const context =
        contexts.get(this) ??
        (isWebgl ? webglContext(this, kind) : new CanvasRenderingContext2D(this))
      contexts.set(this, context)
      return context
    },
  })
  Object.assign(window, { CanvasRenderingContext2D, Path2D })
}
