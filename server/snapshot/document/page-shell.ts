// The shell of a page in its worker: the plan of live documents, and the text that pages fill, once
// for each kind of links.

import { planOf, type ShellPlan } from '../../dom/index.ts'
import { type Rewrite, rewriteLinks } from '../../html/rewrite-links.ts'
import { ShellText } from './shell-text.ts'

export class PageShell {
  readonly plan: ShellPlan
  readonly #texts = new Map<string, ShellText>()

  /** @throws Without an outlet. */
  constructor(html: string) {
    this.plan = planOf(html)
  }

  /** @param rewrite Of its links. @param keepAs See `rewriteLinks`. Default: as they are. */
  text(rewrite?: Rewrite, keepAs?: string): ShellText {
    const links = rewrite ? `readable ${keepAs ?? ''}` : 'own'
    const { text } = this.plan
    const made =
      this.#texts.get(links) ?? new ShellText(rewrite ? rewriteLinks(text, rewrite, keepAs) : text)
    this.#texts.set(links, made)
    return made
  }
}
