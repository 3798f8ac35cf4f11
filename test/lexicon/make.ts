/**
 * Makes the demo's database before specs run that read it: each of their processes would make it,
 * where it is missing.
 */
import { ensureLexicon } from '../../demo/lexicon/build.ts'
import { lexiconFile } from '../../demo/store.ts'

ensureLexicon(lexiconFile(), process.stdout)
