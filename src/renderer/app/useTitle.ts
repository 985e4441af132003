import { useEffect } from 'react'

/** The window's title is the heading of the page, in the player's language, then the brand (WCAG 2.4.2). */
export function useTitle(brand: string): void {
  useEffect(() => {
    const page = document.getElementById('content')
    if (!page) return
    const update = () => {
      const heading = page.querySelector('h1')?.textContent
      const title = heading && heading !== brand ? `${heading} · ${brand}` : brand
      if (document.title !== title) document.title = title
    }
    update()
    // Screens load late and change their language, so their heading is observed.
    const observer = new MutationObserver(update)
    observer.observe(page, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [brand])
}
