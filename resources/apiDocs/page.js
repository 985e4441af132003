// The library's page has neither a viewport, without which a phone shows a desktop's page, nor a theme that is dark for everybody.
const viewport = document.createElement('meta')
viewport.name = 'viewport'
viewport.content = 'width=device-width, initial-scale=1'
document.head.append(viewport)
document.documentElement.classList.add('dark-mode')

// The library focuses the field of every token, the last one wins, and the window would open at its end: a player's token, which nearly every call takes, comes first.
let dialog = null
new MutationObserver(() => {
  const opened = document.querySelector('.modal-ux-content')
  if (opened === dialog) return
  dialog = opened
  if (!opened) return
  opened.querySelector('input')?.focus()
  opened.scrollTop = 0
}).observe(document.body, { childList: true, subtree: true })
