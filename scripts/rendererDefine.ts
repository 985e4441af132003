/**
 * What the bundler writes into the renderer's code, in either host.
 *
 * Without `FinalizationRegistry` MobX cleans up by its timer alone. With it, what it left behind is cleaned up
 * after a reload, when the old page is collected: its `clearTimeout` then reaches the new page (seen in
 * Chromium 130), where the same number belongs to another timer, which stops for ever.
 */
export function rendererDefine(host: 'electron' | 'web'): Record<string, string> {
  return { __HOST__: JSON.stringify(host), FinalizationRegistry: 'undefined' }
}
