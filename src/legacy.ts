// Door "./legacy": reads states of other routers, for an app that migrates from one. Only exports.

export { type AdoptedOptions, adopted } from './legacy/adopted-states.ts'
export { type MatrixSegment, readMatrix, writeMatrix } from './legacy/matrix.ts'
export { type LegacyName, readLegacy } from './legacy/other-routers.ts'
