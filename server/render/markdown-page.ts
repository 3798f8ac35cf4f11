// A readable page as Markdown. In: what the renderer answers for its readable address. Out: the same with Markdown in the place of
// its HTML, or with the address of the Markdown that it redirects to. What converts is loaded with the first such page, outside of
// all jobs: nothing of it is the page's.

import type { Table } from '../../src/define-routes.ts'
import { inherited } from '../../src/page.ts'
import type { ShellPlan } from '../happy-dom/index.ts'
import { markdownHref } from '../html/markdown-address.ts'
import { isElement } from '../html/shell-tree.ts'
import type { Answer, Job, Snapshot } from '../pool/protocol.ts'

/** What it is made for. */
export interface MarkdownParts {
  readonly job: Job
  readonly routes: Table
  readonly shell: ShellPlan
  /** Called before the conversion, which may take its time. */
  readonly begin: () => void
}

/** Makes it. */
export async function markdownPage(answer: Answer, parts: MarkdownParts): Promise<Answer> {
  const { job, routes } = parts
  const { readable } = routes.options
  if (!job.markdown || !readable) return answer
  if (answer.type === 'redirect') {
    const { state } = answer
    // Elsewhere.
    if (state === undefined) return answer
    return { ...answer, location: new URL(markdownHref(readable, state), job.url).href }
  }
  if (answer.type !== 'snapshot') return answer
  const { htmlToMarkdown } = await import('../markdown/to-markdown.ts')
  const { frontMatter } = await import('../markdown/front-matter.ts')
  const { body, head, canonical, state, warnings } = answer
  const bare: Snapshot = { ...answer, head: '', body: '', sheets: '', styles: [], edits: [] }
  parts.begin()
  const url = new URL(readable.href(state), job.url).href
  const said = { canonical, title: titleOf(parts.shell), lastModified: changed(routes, state) }
  const text = htmlToMarkdown(body, url)
  if (text === undefined) {
    const why = `The page cannot be answered as Markdown: its ${body.length} characters of HTML, or the elements in them, are too many. Show less of it, or say "markdown: false" where its readable addresses are set`
    return { ...bare, warnings: [...warnings, why] }
  }
  return { ...bare, markdown: `${frontMatter(head, said)}${text === '' ? '' : `\n${text}`}` }
}

/** The title of a shell, which a page has that says none. */
function titleOf({ keyed, nodes }: ShellPlan): string | undefined {
  const node = nodes[keyed.get('title') ?? -1]
  const [text] = node && isElement(node) ? node.childNodes : []
  return text && 'value' in text ? text.value : undefined
}

function changed(routes: Table, state: string): Date | undefined {
  const match = routes.match(state)
  const { lastModified } = inherited(routes.all.get(match?.name ?? '')?.chain ?? [])
  return lastModified === undefined ? undefined : new Date(lastModified)
}
