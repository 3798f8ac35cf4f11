// Adds a button to each code block, which copies its text. Only in the browser: a snapshot's reader
// has no script for it.

const DONE_MS = 2000

const status = document.querySelector<HTMLElement>('[data-of=copied]')

/** Adds the buttons that a page is without. */
export function addCopyButtons(within: ParentNode): void {
  for (const block of within.querySelectorAll<HTMLElement>('.code:not(:has(> button))'))
    block.append(copyButton(() => block.querySelector('pre')?.textContent ?? ''))
}

function copyButton(read: () => string): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.ariaLabel = 'Copy the code'
  button.addEventListener('click', async () => {
    const isCopied = await copy(read())
    button.dataset.copied = String(isCopied)
    if (status) status.textContent = isCopied ? 'Copied' : 'The browser refused to copy'
    setTimeout(() => {
      delete button.dataset.copied
      if (status) status.textContent = ''
    }, DONE_MS)
  })
  return button
}

/** False where the browser has no clipboard, or the reader forbids it. */
export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
