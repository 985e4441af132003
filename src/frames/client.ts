/**
 * What the frames get as `react-dom/client` (vite.frames.config.ts): Preact's, with React's way of keeping texts.
 *
 * A translator of web pages puts elements of its own in place of texts. Preact would go on writing into the text that it has
 * made, which is not in the page any more, so that an old amount stays. React owns no text that is alone in its element: it
 * writes the content of the element. So does this.
 */
import { options } from 'preact'

export { createRoot } from 'preact/compat/client'

/** Elements of drawings: they are set by attributes, and have no such property for Preact. */
const inDrawings = new Set(['text', 'tspan', 'title', 'desc'])

const normalize = options.vnode
options.vnode = (vnode) => {
  // It takes the property for an attribute with a dash, so it is not to see it; the properties that it leaves are its own.
  normalize?.(vnode)
  const { type, props } = vnode
  if (typeof type !== 'string' || !isText(props.children) || inDrawings.has(type)) return
  Object.assign(props, { textContent: String(props.children), children: undefined })
}

function isText(children: unknown): children is string | number {
  return typeof children === 'string' || typeof children === 'number'
}
