/**
 * In the head of a prerendered page, before the first paint. The page (prerender.tsx) is that of a guest, in the language
 * of its `data-language` and at the normal text size: for anybody else it stays hidden until the client has rendered.
 * A player's browser fetches what calls need at once.
 */
try {
  const stored = (key: string) =>
    localStorage.getItem(key) ?? new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
  const isPlayer = localStorage.getItem('token') !== null
  const calls = document.querySelector('link[rel=player-modulepreload]')
  if (isPlayer && calls) {
    const hint = document.createElement('link')
    hint.rel = 'modulepreload'
    hint.crossOrigin = ''
    hint.href = calls.getAttribute('href') ?? ''
    document.head.append(hint)
  }
  // The font that an earlier visit has fetched (font.ts).
  if (stored('font')) document.documentElement.dataset['font'] = ''
  const isOther =
    isPlayer ||
    (stored('textScale') ?? '100') !== '100' ||
    (stored('language') ?? 'pt_BR') !== document.documentElement.dataset['language'] ||
    location.search !== ''
  if (isOther) document.documentElement.dataset['prerender'] = 'off'
} catch (error) {
  // The browser refuses storage: then nobody is logged in, and no language is stored.
  console.info('storage refused', error)
}
