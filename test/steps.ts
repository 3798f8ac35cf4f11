/** What a guide says to do. In: Markdown. Out: its files, its commands and what these show, in their order. */

/** One block of code of a guide. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'shown'; readonly lines: readonly string[] }

/** Reads a guide: a block below a bold path is a file, one of `sh` are commands, any other is what the last command shows. */
export function readSteps(markdown: string): Step[] {
  const blocks = markdown.matchAll(/(?:\*\*`([^`\n]+)`\*\*\n\n)?```(\w*)\n([\s\S]*?)```/g)
  return [...blocks].flatMap(([, path, language, text = '']): Step[] => {
    if (path !== undefined) return [{ kind: 'file', path, text }]
    const lines = text.trimEnd().split('\n')
    return language === 'sh'
      ? lines.map((line) => ({ kind: 'command', line }))
      : [{ kind: 'shown', lines }]
  })
}
