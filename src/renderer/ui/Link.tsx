import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react'
import { useHref, useLinkClickHandler } from 'react-router-dom'

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  /** A path of the client, with its query. */
  to: string
  /** Instead of the page that it is on. */
  replace?: boolean
  /** Kept with the entry of the history. */
  state?: unknown
  ref?: Ref<HTMLAnchorElement>
}

/**
 * A link to a page of the client, on the router's own hooks. Its ready-made link brings along what loads pages of a
 * server framework, a tenth of the first load.
 */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state })
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!event.defaultPrevented) navigate(event)
  }
  return <a {...rest} href={href} onClick={handleClick} />
}
