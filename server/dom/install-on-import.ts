/**
 * SIDE EFFECT on import: installs the window. The programs of workers import it first, so that it
 * comes before modules that define elements.
 */
import { createWindow } from './index.ts'

createWindow()
