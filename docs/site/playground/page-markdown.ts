// HTML as Markdown in the browser, by the libraries that the server uses. Loaded by the playground
// alone.

/** Converts HTML. */
export async function toMarkdown(html: string, title: string): Promise<string> {
  const [{ parseFragment }, { fromParse5 }, { toMdast }, { toMarkdown: write }] = await Promise.all(
    [
      import('parse5'),
      import('hast-util-from-parse5'),
      import('hast-util-to-mdast'),
      import('mdast-util-to-markdown'),
    ],
  )
  const tree = toMdast(fromParse5(parseFragment(html)))
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${write(tree as Parameters<typeof write>[0])}`
}
