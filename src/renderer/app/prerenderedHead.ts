/**
 * In the head of a prerendered page, before the first paint. The page (prerender.tsx) is that of a guest, in the language
 * of its `data-language` and at the normal text size: for anybody else it stays hidden until the client has rendered.
 */
const page = document.documentElement
try {
  const stored = (key: string) =>
    localStorage.getItem(key) ?? new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
  // The font that an earlier visit has fetched (font.ts).
  if (stored('font')) page.dataset['font'] = ''
  if (
    localStorage.getItem('token') !== null ||
    (stored('textScale') ?? '100') !== '100' ||
    (stored('language') ?? 'pt_BR') !== page.dataset['language'] ||
    location.search !== ''
  )
    page.dataset['prerender'] = 'off'
} catch (error) {
  // The browser refuses storage: then nobody is logged in, and no language is stored.
  console.info('storage refused', error)
}

// The style sheets whose rules the page contains: the bundler loads one only where it finds no link of it.
for (const href of page.dataset['sheets']?.split(' ') ?? []) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.disabled = true
  link.href = href
  document.head.append(link)
}
