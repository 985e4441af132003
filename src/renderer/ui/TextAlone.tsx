import type { ReactNode } from 'react'

/**
 * A text that stands beside other elements, in an element of its own. A translator of web pages puts elements of its own in
 * place of texts; React then changes and removes the text's element, which is still there, and not the lost text.
 */
export function TextAlone({ children }: { children: ReactNode }) {
  return typeof children === 'string' || typeof children === 'number' ? <span>{children}</span> : children
}
