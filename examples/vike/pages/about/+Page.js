// A page at a path: Vike renders it.
export const Page = () => 'About, at a path.'
