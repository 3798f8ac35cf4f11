/** Computes the matrix of a list of transforms, for `resolved-values.ts`. */
import { length, type Units } from './lengths.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const FUNCTION = /([a-z]+(?:3d|[xyz])?)\(((?:[^()]|\([^()]*\))*)\)/gi

/** https://drafts.csswg.org/css-transforms-2/#serialization-of-the-computed-value */
export function matrixOf(value: string, units: Units, size: Partial<Size> = {}): string {
  let result = new window.DOMMatrix()
  for (const [, name = '', inside = ''] of value.matchAll(FUNCTION)) {
    const parts = inside.split(/,\s*(?![^(]*\))/).map((part, at) => {
      const inPixels = length(part, units, at === 1 || /y$/i.test(name) ? size.height : size.width)
      return inPixels ?? Number.parseFloat(part)
    })
    result = result.multiply(step(name.toLowerCase(), parts, inside))
  }
  const { a, b, c, d, e, f, is2D } = result
  if (!is2D) return `matrix3d(${[...result.toFloat64Array()].map(rounded).join(', ')})`
  return `matrix(${[a, b, c, d, e, f].map(rounded).join(', ')})`
}

const rounded = (number: number): number => Number(number.toPrecision(6)) || 0

const TURNS: Readonly<Record<string, number>> = { turn: 360, rad: 180 / Math.PI, grad: 0.9, deg: 1 }

const degrees = (text: string): number =>
  Number.parseFloat(text) * (TURNS[text.trim().replace(/^[-+.\de]+/, '')] ?? 1)

function step(name: string, [x = 0, y, z = 0]: readonly number[], text: string): DOMMatrix {
  const plain = new window.DOMMatrix()
  switch (name) {
    case 'translate':
      return plain.translate(x, y ?? 0)
    case 'translatex':
      return plain.translate(x, 0)
    case 'translatey':
      return plain.translate(0, x)
    case 'translatez':
      return plain.translate(0, 0, x)
    case 'translate3d':
      return plain.translate(x, y ?? 0, z)
    case 'scale':
      return plain.scale(x, y ?? x)
    case 'scalex':
      return plain.scale(x, 1)
    case 'scaley':
      return plain.scale(1, x)
    case 'rotate':
    case 'rotatez':
      return plain.rotate(0, 0, degrees(text))
    case 'rotatex':
      return plain.rotate(degrees(text), 0, 0)
    case 'rotatey':
      return plain.rotate(0, degrees(text), 0)
    case 'skewx':
    case 'skew':
      return plain.skewX(degrees(text))
    case 'skewy':
      return plain.skewY(degrees(text))
    default:
      return new window.DOMMatrix(text.split(',').map(Number))
  }
}
