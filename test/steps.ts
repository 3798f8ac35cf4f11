/**
 * The steps of a guide. Reads Markdown into its files, its commands and their output, in their
 * order.
 */
import { expect } from '@playwright/test'

/** One block of code of a guide. */
export type Step =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'command'; readonly line: string }
  | { readonly kind: 'shown'; readonly lines: readonly string[] }

/**
 * Reads a guide: a block below a bold path is a file, one of `sh` are commands, any other is the
 * output of the last command.
 */
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

export const filesOf = (steps: readonly Step[]): Record<string, string> =>
  Object.fromEntries(
    steps.flatMap((step) => (step.kind === 'file' ? [[step.path, step.text]] : [])),
  )

/** The output of a command so far. Nothing: there is nothing to compare with. */
export type Printed = string | (() => string) | undefined

/**
 * Follows a guide, and expects the output that it shows of each command. A shown line may end in
 * "…"; a part of a line is enough.
 * @param act Returns the output of a command, or nothing if there is nothing to compare.
 * @returns How often an output was shown.
 */
export async function follow(
  steps: readonly Step[],
  act: (step: Exclude<Step, { kind: 'shown' }>) => Promise<Printed>,
): Promise<number> {
  let printed: Printed
  let checked = 0
  for (const step of steps) {
    if (step.kind !== 'shown') printed = await act(step)
    else if (printed !== undefined) {
      const get = typeof printed === 'function' ? printed : undefined
      for (const line of step.lines) {
        const part = line.replace(/…$/, '')
        if (get) await expect.poll(get).toContain(part)
        else expect(printed).toContain(part)
      }
      checked += 1
      printed = undefined
    }
  }
  return checked
}
