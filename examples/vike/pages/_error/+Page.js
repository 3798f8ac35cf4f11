// What Vike shows where it has no page.
export const Page = () => 'No such path.'
