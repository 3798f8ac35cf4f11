export let given = 'none'
export const giveLater = (title: string) => {
  given = title
}
let known: string | undefined
export const settingsOf = (title: string): string => (known ??= title)
/** Starts with the module, as clocks of pages do. */
export function startClock(): () => boolean {
  let isLate = false
  setTimeout(() => {
    isLate = true
  }, 800)
  return () => isLate
}
