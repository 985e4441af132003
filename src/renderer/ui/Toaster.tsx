import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import styles from './Toaster.module.css'

export interface ToastItem {
  id: number
  text: ReactNode
  /** Default success. */
  tone?: 'success' | 'error' | 'info'
  /** In ms; default that of the Toaster. */
  duration?: number
}

export interface ToasterProps {
  toasts: readonly ToastItem[]
  /** Called when a toast has expired. */
  onEnd: (id: number) => void
  /** In ms. Default 1500. */
  duration?: number
}

/**
 * Short messages under the top bar. The live region (role=status) is always there, so that a message
 * is announced when it appears, even while a dialog hides the rest of the page.
 */
export function Toaster({ toasts, onEnd, duration = 1500 }: ToasterProps) {
  return createPortal(
    <div role="status" aria-live="polite" aria-atomic="false" className={styles.region}>
      {toasts.map((toast) => (
        <Toast key={toast.id} toast={toast} duration={toast.duration ?? duration} onEnd={onEnd} />
      ))}
    </div>,
    document.body,
  )
}

function Toast({
  toast,
  duration,
  onEnd,
}: {
  toast: ToastItem
  duration: number
  onEnd: (id: number) => void
}) {
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const timer = setTimeout(() => end.current(toast.id), duration)
    return () => clearTimeout(timer)
  }, [toast.id, duration])
  const tone = toast.tone ?? 'success'
  return (
    <div className={styles.toast} data-tone={tone} data-transient>
      {tone === 'success' && <CircleCheck aria-hidden />}
      {tone === 'error' && <CircleAlert aria-hidden />}
      <span>{toast.text}</span>
    </div>
  )
}
