export let given = 'none'
export const giveLater = (title) => {
  given = title
}
