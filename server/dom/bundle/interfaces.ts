/** The build evaluates this module, and bundles its constant in its place. */
import { interfaceTable } from './interface-table.ts'

export const INTERFACES = await interfaceTable()
