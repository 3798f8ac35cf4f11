export const state = { title: undefined }
