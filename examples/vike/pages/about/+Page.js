// A page at a path: no state, so nothing of the snapshot server's.
export const Page = () => 'About, at a path.'
