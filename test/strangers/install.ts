/** Where the corpus of strangers is, and where it is built. */
import { join } from 'node:path'
import { npmProject } from '../npm-project.ts'

export const STRANGERS = npmProject(join(import.meta.dirname, 'project'), 'strangers')
