import { useId } from 'react'
import { mark } from '#brand/logo.json' with { type: 'json' }

/** The mark alone, decorative. */
export function LogoMark({ className }: { className?: string }) {
  // A gradient of an element that is not shown has no colours, so that each mark has its own.
  const id = useId()
  return (
    <svg
      viewBox={mark.viewBox}
      className={className}
      aria-hidden
      dangerouslySetInnerHTML={{ __html: mark.svg.replaceAll('mark', id) }}
    />
  )
}
