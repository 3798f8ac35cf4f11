// Vike's page for a path that it does not know.
export const Page = () => 'No such path.'
