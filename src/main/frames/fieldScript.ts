/** Names that only the script below and the main process use. */
export const world = 'palpite'
export const binding = 'palpiteField'
export const inputBinding = 'palpiteInput'
export const blurName = 'palpiteBlur'

/**
 * Runs in every document of a foreign page. Calls the binding with type, input mode and capitals of the field that has the
 * focus, and with '' when none has. What a press moves the focus away from stays until its click has arrived: hiding
 * the keyboard in between would move what is pressed. Calls the other binding when somebody presses, and once a
 * second while somebody scrolls.
 */
export const fieldScript = `{
  const typed = ['text', 'search', 'url', 'password', 'email', 'tel', 'number']
  const settleMs = 120
  const tellMs = 1_000
  let toldAt = -tellMs
  let said = ''
  let isPressed = false
  let timer
  let polling
  const focused = () => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return element
  }
  const describe = (element) => {
    if (element?.isContentEditable) return 'text,' + element.inputMode + ',' + element.autocapitalize
    const isField =
      element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && typed.includes(element.type))
    if (!isField || element.readOnly || element.disabled || element.inputMode === 'none') return ''
    return element.type + ',' + element.inputMode + ',' + element.autocapitalize
  }
  const say = (text) => {
    if (text === said) return
    said = text
    clearInterval(polling)
    // A field that is removed takes the focus with it without an event.
    if (text !== '') polling = setInterval(followSoon, 500)
    ${binding}(text)
  }
  const follow = () => {
    clearTimeout(timer)
    say(describe(focused()))
  }
  const followSoon = () => {
    clearTimeout(timer)
    if (!isPressed) timer = setTimeout(follow, settleMs)
  }
  addEventListener('focusin', () => (describe(focused()) === '' ? followSoon() : follow()), true)
  addEventListener('focusout', followSoon, true)
  addEventListener('pointerdown', () => (isPressed = true), true)
  for (const end of ['pointerup', 'pointercancel']) {
    addEventListener(end, () => {
      isPressed = false
      followSoon()
    }, true)
  }
  const tell = ({ isTrusted, timeStamp, type }) => {
    // What a script of the page makes up is not input.
    if (!isTrusted || (!type.startsWith('pointer') && timeStamp - toldAt < tellMs)) return
    toldAt = timeStamp
    ${inputBinding}('')
  }
  for (const type of ['pointerdown', 'pointerup', 'touchmove', 'wheel']) {
    addEventListener(type, tell, { capture: true, passive: true })
  }
  addEventListener('pagehide', () => say(''))
  // The keyboard takes its room from the page.
  addEventListener('resize', () => {
    if (said !== '') focused()?.scrollIntoView({ block: 'nearest' })
  })
  globalThis.${blurName} = () => focused()?.blur()
  follow()
}`
