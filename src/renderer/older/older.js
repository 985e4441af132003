/*
 * For browsers older than the floor (scripts/floor/browserFloor.ts), so in the language of 2009: instead of a page whose
 * buttons do nothing they show one that says why. scripts/olderBrowsers.ts fills in what is in capitals.
 */
;(function () {
  var texts = TEXTS
  var browsers = BROWSERS
  var locales = LOCALES
  var hasModules = 'noModule' in document.createElement('script')

  // Chrome has it since 103, Safari since 16, Firefox since 100.
  if (hasModules && typeof AbortSignal === 'function' && typeof AbortSignal.timeout === 'function') {
    watchProgram()
    keepInstallOffer()
    return
  }
  // A browser that has modules and does not know `nomodule` runs this twice.
  if (document.getElementById('older')) return

  /**
   * Where the program could not be loaded, the page is loaded again as soon as its files come. Fetching them is needed, too:
   * WebKit keeps the failure of a module that was named ahead (app/refetchModules.ts). Prerendered pages do the same in
   * app/prerenderedHead.ts.
   */
  function watchProgram() {
    var program = document.querySelector('script[type=module][src]')
    // A module runs once: a second tag only tells whether it was loaded.
    var again = document.createElement('script')
    again.type = 'module'
    again.crossOrigin = program.crossOrigin
    again.src = program.src
    again.onerror = waitForProgram
    document.body.appendChild(again)

    function waitForProgram() {
      var files = [program.src]
      var links = document.querySelectorAll('link[rel=modulepreload]')
      for (var at = 0; at < links.length; at++) files.push(links[at].href)
      Promise.all(files.map(came)).then(reloadOnce, function (error) {
        console.info('not yet', error)
        setTimeout(waitForProgram, 1000)
      })
    }

    function came(file) {
      return fetch(file).then(function (response) {
        if (!response.ok && response.status !== 404) throw new Error(response.status + ': ' + file)
      })
    }

    /** As app/reloadOnce.ts. */
    function reloadOnce() {
      try {
        var ago = Date.now() - Number(sessionStorage.getItem('chunkReloadedAt'))
        if (ago >= 0 && ago < 60000) return
        sessionStorage.setItem('chunkReloadedAt', String(Date.now()))
      } catch (error) {
        console.warn('storage refused', error)
        return
      }
      window.location.reload()
    }
  }

  /** As app/prerenderedHead.ts. */
  function keepInstallOffer() {
    function keep(event) {
      event.preventDefault()
      window.installOffer = event
    }
    window.addEventListener('beforeinstallprompt', keep, { once: true })
  }

  function stored(key) {
    try {
      var text = window.localStorage.getItem(key)
      if (text) return text
    } catch (error) {
      if (window.console) console.info('storage refused', error)
    }
    var found = new RegExp('(?:^|; )' + key + '=([^;]*)').exec(document.cookie)
    return found ? found[1] : ''
  }

  /** The language of an address that names one, what the visitor has chosen before, else the browser's. */
  function chooseLanguage() {
    var named = /[?&]language=(\w+)/.exec(window.location.search)
    var known = [named ? named[1] : '', stored('language')]
    for (var i = 0; i < known.length; i++) if (texts[known[i]]) return known[i]
    var wanted = navigator.languages || [navigator.language || navigator.browserLanguage || '']
    for (var j = 0; j < wanted.length; j++) {
      for (var exact in locales)
        if (locales[exact].toLowerCase() === String(wanted[j]).toLowerCase()) return exact
      for (var code in locales)
        if (locales[code].slice(0, 2) === String(wanted[j]).slice(0, 2).toLowerCase()) return code
    }
    return DEFAULT_LANGUAGE
  }

  function add(parent, name, text, style) {
    var element = document.createElement(name)
    element.appendChild(document.createTextNode(text))
    // By the object, because the page's policy refuses the attribute.
    element.style.cssText = style
    parent.appendChild(element)
    return element
  }

  var language = chooseLanguage()
  var own = texts[language]
  var hidden = []
  for (var at = 0; at < document.body.children.length; at++) hidden.push(document.body.children[at])
  function show(isShown) {
    for (var each = 0; each < hidden.length; each++) hidden[each].style.display = isShown ? '' : 'none'
  }
  show(false)

  var page = document.createElement('div')
  page.id = 'older'
  page.lang = locales[language]
  page.setAttribute('role', 'alert')
  page.style.cssText =
    'position:absolute;top:0;left:0;right:0;min-height:100%;box-sizing:border-box;padding:20% 24px 24px;text-align:center;' +
    'background:BRAND_COLOUR;color:#fff;font:16px/1.5 system-ui,sans-serif'
  document.body.appendChild(page)
  add(page, 'h1', own.title, 'margin:0 0 16px;font-size:24px;line-height:1.2')
  add(page, 'p', own.text.replace('{browsers}', browsers), 'max-width:480px;margin:0 auto 24px')
  // Without modules there is nothing that could go on.
  if (!hasModules) return
  var look =
    'min-height:48px;padding:8px 24px;border:1px solid #fff;border-radius:12px;background:none;color:#fff'
  var button = add(page, 'button', own.anyway, look + ';font:inherit')
  button.onclick = function () {
    document.body.removeChild(page)
    show(true)
  }
})()
