// Applies the theme that app/theme.ts keeps. A file of its own, because the policy refuses inline scripts.
{
  const chosen = localStorage.getItem('office.theme')
  const isDark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
}
