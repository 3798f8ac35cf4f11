// The document around each of Vike's pages.
import { escapeInject } from 'vike/server'

export const onRenderHtml = ({ Page }) =>
  escapeInject`<!doctype html><html lang="en"><head><title>Vike</title></head><body>${Page()}</body></html>`
