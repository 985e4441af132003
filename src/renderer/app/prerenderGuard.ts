/**
 * In the head of the prerendered /home, before the first paint. The page (prerender.tsx) is that of a guest, in the language
 * of its `data-language` and at the normal text size: for anybody else it stays hidden until the client has rendered.
 */
try {
  const stored = (key: string) =>
    localStorage.getItem(key) ?? new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
  const isOther =
    localStorage.getItem('token') !== null ||
    (stored('textScale') ?? '100') !== '100' ||
    (stored('language') ?? 'pt_BR') !== document.documentElement.dataset['language'] ||
    location.search !== ''
  if (isOther) document.documentElement.dataset['prerender'] = 'off'
} catch (error) {
  // The browser refuses storage: then nobody is logged in, and no language is stored.
  console.info('storage refused', error)
}
