// Vike shows this where it has no page.
export const Page = () => 'No such path.'
