type Attributes = Record<string, string | number | boolean | undefined>

/** An element with attributes (`true` alone, `false` and undefined not at all) and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue
    node.setAttribute(attribute, value === true ? '' : String(value))
  }
  node.append(...children)
  return node
}

/** A picture of 24 by 24 in the text's colour. */
export function icon(path: string): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const picture = document.createElementNS(space, 'svg')
  const line = document.createElementNS(space, 'path')
  line.setAttribute('d', path)
  picture.append(line)
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  return picture
}

/** Makes the children of `parent` exactly these, moving only what is not in its place: nothing loses focus or scroll. */
export function arrange(parent: Element, nodes: readonly Element[]): void {
  const wanted = new Set(nodes)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  nodes.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null)
  })
}
