/** Makes the properties of fast-check draw by the seed of the run. */
import fc from 'fast-check'
import { seed } from './seed.ts'

export function seedProperties(): void {
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
}
