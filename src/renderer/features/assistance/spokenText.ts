/** What can be pressed. */
const controls =
  'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"]'
/** What is read as a whole. */
const texts = 'h1, h2, h3, h4, p, li, dt, dd, td, th, figcaption, label, [role="status"], [role="alert"]'

/** The part of the page that a press on `target` means: a control, else a text; null: the empty ground. */
export function touchedPart(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null
  const label = target.closest('label')
  return target.closest(controls) ?? label?.control ?? target.closest(texts)
}

/** The accessible name of a control with its value, or the text of what is none. */
export function spokenText(part: Element): string {
  const words = [nameOf(part), valueOf(part), stateOf(part)]
  return words.filter((word) => word !== '').join(', ')
}

function nameOf(part: Element): string {
  const ids = part.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const labelled = ids.map((id) => textOf(document.getElementById(id))).filter((text) => text !== '')
  if (labelled.length > 0) return labelled.join(' ')
  const label = part.getAttribute('aria-label')
  if (label) return label
  const labels = 'labels' in part ? [...((part as HTMLInputElement).labels ?? [])] : []
  return labels.map(textOf).join(' ') || textOf(part) || (part.getAttribute('placeholder') ?? '')
}

/** What was typed; never a secret. */
function valueOf(part: Element): string {
  if (part instanceof HTMLSelectElement) return part.selectedOptions[0]?.text ?? ''
  if (!(part instanceof HTMLInputElement) || ['password', 'checkbox', 'radio'].includes(part.type)) return ''
  return part.value
}

function stateOf(part: Element): string {
  const isOn = part instanceof HTMLInputElement ? part.checked : part.getAttribute('aria-pressed') === 'true'
  return isOn ? '✓' : ''
}

function textOf(part: Element | null): string {
  if (part === null) return ''
  const text = part instanceof HTMLElement ? part.innerText : part.textContent
  return text.replaceAll(/\s+/g, ' ').trim()
}
