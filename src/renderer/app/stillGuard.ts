/**
 * In the head of home.html, run before the first paint: the still (still.tsx) is a guest's, in Portuguese and of the
 * drawn size. Whoever else comes sees nothing until the program has drawn their page.
 */
try {
  const isOther =
    localStorage.getItem('token') !== null ||
    localStorage.getItem('textScale') !== null ||
    (localStorage.getItem('language') ?? 'pt_BR') !== 'pt_BR' ||
    location.search !== ''
  if (isOther) document.documentElement.dataset['still'] = 'off'
} catch (error) {
  // Storage refused by the browser: then nobody is logged in and no language is kept.
  console.info('storage refused', error)
}
