export const ready = await Promise.resolve({ count: 0 })
