import { useEffect, useRef, type RefObject } from 'react'

/** Whether the component is still there, for an answer that comes later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  return isMounted
}
