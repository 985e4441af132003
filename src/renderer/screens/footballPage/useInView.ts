import { useCallback, type RefCallback } from 'react'

/** In view is what the next scrolls show, too: so much above and below, in parts of the window's height. */
const around = '50% 0px'

type OnChange = (isInView: boolean) => void

const followed = new Map<Element, OnChange>()
/** One for all elements: the browser compares them with the view in one go. */
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
    // What is not drawn is not out of view: it is nowhere.
    onChange(true)
  }
}

/** Tells whether an element is in view, or near it. Returns its ref. */
export function useInView(onChange: OnChange): RefCallback<Element> {
  return useCallback(
    (element: Element | null) => (element ? follow(element, onChange) : undefined),
    [onChange],
  )
}
