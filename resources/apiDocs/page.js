// The library's page has neither a viewport, without which a phone shows a desktop's page, nor a theme that is dark for everybody.
const viewport = document.createElement('meta')
viewport.name = 'viewport'
viewport.content = 'width=device-width, initial-scale=1'
document.head.append(viewport)
document.documentElement.classList.add('dark-mode')
