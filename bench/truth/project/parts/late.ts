export const state: { count: number; first: string | undefined } = { count: 0, first: undefined }
