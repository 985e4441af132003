import styles from './SectionHead.module.css'

interface SectionHeadProps {
  id: string
  title: string
  /** Text of the button on the right; absent: no button. */
  action?: string | undefined
  onAction?: () => void
}

/** The title of a section, with a button that shows all of it. */
export function SectionHead({ id, title, action, onAction }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      {action && (
        <button type="button" className={styles.action} onClick={onAction} aria-describedby={id}>
          {action}
        </button>
      )}
    </div>
  )
}
