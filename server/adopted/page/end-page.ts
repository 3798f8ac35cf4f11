// Ends the shown page. A change of what pages share that remains ends the worker.

import { endScripts, markDirty } from '../../dom/index.ts'
import { forgetImporters } from './compiled-scripts.ts'

export async function endPage(): Promise<void> {
  forgetImporters()
  try {
    for (const what of await endScripts()) markDirty(what)
  } catch (error) {
    markDirty(`a document that cannot be emptied (${error})`)
  }
}
