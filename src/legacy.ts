// Door "./legacy": states as other routers wrote them, read as states of a table, for an app that comes from one of them. Names only.

export { type AdoptedOptions, adopted } from './legacy/adopted.ts'
export { type MatrixSegment, readMatrix, writeMatrix } from './legacy/matrix.ts'
export { LEGACY_SHAPES, type LegacyName, readLegacy } from './legacy/shapes.ts'
