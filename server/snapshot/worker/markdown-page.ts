// Converts a readable page to Markdown, and redirects to the Markdown address. The converter is
// loaded with the first such page, outside of all jobs, so no page owns its modules.

import { inherited } from '../../../src/page.ts'
import type { Table } from '../../../src/table.ts'
import type { ShellPlan } from '../../dom/index.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { isElement } from '../../html/shell-tree.ts'
import type { Answer, Job, Snapshot } from '../pool/protocol.ts'

export interface MarkdownParts {
  readonly job: Job
  readonly routes: Table
  readonly shell: ShellPlan
}

export async function markdownPage(answer: Answer, parts: MarkdownParts): Promise<Answer> {
  const { job, routes } = parts
  const { readable } = routes.options
  if (!job.markdown || !readable) return answer
  if (answer.type === 'redirect') {
    const { state } = answer
    // A redirect to another site or page.
    if (state === undefined) return answer
    return { ...answer, location: new URL(markdownHref(readable, state), job.url).href }
  }
  if (answer.type !== 'snapshot') return answer
  const { htmlToMarkdown } = await import('../markdown/to-markdown.ts')
  const { frontMatter } = await import('../markdown/front-matter.ts')
  const { body, head, canonical, state, warnings } = answer
  const bare: Snapshot = { ...answer, head: '', body: '', sheets: '', styles: [], edits: [] }
  const url = new URL(readable.href(state), job.url).href
  const facts = { canonical, title: titleOf(parts.shell), lastModified: changed(routes, state) }
  // Dialogs and other nodes that views put beside the outlet.
  const beside = answer.edits.filter(({ how }) => how === 'before' || how === 'end')
  const text = htmlToMarkdown([body, ...beside.map(({ html }) => html)].join('\n'), url)
  if (text === undefined) {
    const why = `The page cannot be answered as Markdown: its ${body.length} characters of HTML, or the elements in them, are too many. Show less of it, or say "markdown: false" where its readable addresses are set`
    return { ...bare, warnings: [...warnings, why] }
  }
  return { ...bare, markdown: `${frontMatter(head, facts)}${text === '' ? '' : `\n${text}`}` }
}

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
