import { useCallback, type RefCallback } from 'react'

/** How far above and below the window still counts as in view, as a share of its height: the next scrolls show it. */
const around = '50% 0px'

type OnChange = (isInView: boolean) => void

const followed = new Map<Element, OnChange>()
/** One observer for all elements, so that the browser compares them in one pass. */
let observer: IntersectionObserver | undefined

function follow(element: Element, onChange: OnChange): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) followed.get(target)?.(isIntersecting)
    },
    { rootMargin: around },
  )
  followed.set(element, onChange)
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    followed.delete(element)
    // An unmounted element has no position, so it does not count as out of view.
    onChange(true)
  }
}

/** Reports whether an element is in view, or near it. Returns its ref. */
export function useInView(onChange: OnChange): RefCallback<Element> {
  return useCallback(
    (element: Element | null) => (element ? follow(element, onChange) : undefined),
    [onChange],
  )
}
