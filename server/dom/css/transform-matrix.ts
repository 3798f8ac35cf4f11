/** Computes the matrix of a list of transforms, for `resolved-values.ts`. */
import { rounded } from './absolute-values.ts'
import { length, type Units } from './lengths.ts'
import { splitText } from './split-text.ts'

interface Size {
  readonly width: number
  readonly height: number
}

const FUNCTION = /([a-z]+(?:3d|[xyz])?)\(((?:[^()]|\([^()]*\))*)\)/gi

/** https://drafts.csswg.org/css-transforms-2/#serialization-of-the-computed-value */
export function matrixOf(value: string, units: Units, size: Partial<Size> = {}): string {
  let result = new window.DOMMatrix()
  for (const [, name = '', inside = ''] of value.matchAll(FUNCTION)) {
    const args = splitText(inside, /,/).map((argument, index) => {
      const base = index === 1 || /y$/i.test(name) ? size.height : size.width
      return length(argument, units, base) ?? Number.parseFloat(argument)
    })
    const step = STEPS[name.toLowerCase()]
    if (step) result = result.multiply(step(new window.DOMMatrix(), args))
  }
  const elements = [...result.toFloat64Array()].map((number) => rounded(number || 0))
  const isFlat = elements.every((text, index) => IN_PLANE.includes(index) || text === FLAT[index])
  return isFlat
    ? `matrix(${IN_PLANE.map((index) => elements[index]).join(', ')})`
    : `matrix3d(${elements.join(', ')})`
}

/** The elements of a matrix of 16 that one of two dimensions has. */
const IN_PLANE = [0, 1, 4, 5, 12, 13]
const FLAT = '1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1'.split(' ')

const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180)

type Step = (matrix: DOMMatrix, args: readonly number[]) => DOMMatrix

/** The functions in lower case; computed angles are in degrees. */
const STEPS: Readonly<Record<string, Step>> = {
  translate: (matrix, [x = 0, y = 0]) => matrix.translate(x, y),
  translatex: (matrix, [x = 0]) => matrix.translate(x, 0),
  translatey: (matrix, [y = 0]) => matrix.translate(0, y),
  translatez: (matrix, [z = 0]) => matrix.translate(0, 0, z),
  translate3d: (matrix, [x = 0, y = 0, z = 0]) => matrix.translate(x, y, z),
  scale: (matrix, [x = 1, y = x]) => matrix.scale(x, y),
  scalex: (matrix, [x = 1]) => matrix.scale(x, 1),
  scaley: (matrix, [y = 1]) => matrix.scale(1, y),
  scalez: (matrix, [z = 1]) => matrix.scale(1, 1, z),
  scale3d: (matrix, [x = 1, y = 1, z = 1]) => matrix.scale(x, y, z),
  rotate: (matrix, [angle = 0]) => matrix.rotate(0, 0, angle),
  rotatex: (matrix, [angle = 0]) => matrix.rotate(angle, 0, 0),
  rotatey: (matrix, [angle = 0]) => matrix.rotate(0, angle, 0),
  rotatez: (matrix, [angle = 0]) => matrix.rotate(0, 0, angle),
  rotate3d: (matrix, [x = 0, y = 0, z = 0, angle = 0]) => matrix.rotateAxisAngle(x, y, z, angle),
  skew: (_, [x = 0, y = 0]) => new window.DOMMatrix([1, tangent(y), tangent(x), 1, 0, 0]),
  skewx: (matrix, [angle = 0]) => matrix.skewX(angle),
  skewy: (matrix, [angle = 0]) => matrix.skewY(angle),
  matrix: (_, elements) => new window.DOMMatrix([...elements]),
  matrix3d: (_, elements) => new window.DOMMatrix([...elements]),
  // `none` has no distance.
  perspective: (_, [distance = 0]) => {
    const depth = Number.isNaN(distance) ? 0 : -1 / Math.max(1, distance)
    return new window.DOMMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, depth, 0, 0, 0, 1])
  },
}
