/**
 * In the head of home.html, before the first paint. The prerendered page (prerender.tsx) is that of a guest, in
 * Portuguese and at the normal text size: for anybody else it stays hidden until the client has rendered.
 */
try {
  const isOther =
    localStorage.getItem('token') !== null ||
    localStorage.getItem('textScale') !== null ||
    (localStorage.getItem('language') ?? 'pt_BR') !== 'pt_BR' ||
    location.search !== ''
  if (isOther) document.documentElement.dataset['prerender'] = 'off'
} catch (error) {
  // The browser refuses storage: then nobody is logged in, and no language is stored.
  console.info('storage refused', error)
}
