/** Loads the style of high contrast where the system forces colours, and once it begins to. */
export function watchForcedColors(): void {
  const query = window.matchMedia('(forced-colors: active)')
  const load = () => {
    if (!query.matches) return
    // Without it the page works, with fewer edges.
    import('../ui/forcedColors.css').catch(console.warn)
  }
  query.addEventListener('change', load)
  load()
}
