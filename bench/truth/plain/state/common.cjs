module.exports = { title: undefined }
