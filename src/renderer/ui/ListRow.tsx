import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classes } from './classes.ts'
import styles from './ListRow.module.css'

export interface ListRowProps {
  title: ReactNode
  /** Second line. */
  text?: ReactNode
  /** Left: icon or picture. */
  icon?: ReactNode
  /** plate: the icon on a rounded tile. Default true when there is an icon. */
  plate?: boolean
  /** Right: amount, badge. */
  value?: ReactNode
  /** Below the value. */
  valueText?: ReactNode
  /** Makes the row a button … */
  onClick?: () => void
  /** … or a link. */
  to?: string
  /** The arrow on the right. Default for links and buttons without a value. */
  chevron?: boolean
  disabled?: boolean
  /** danger: red (log out). */
  tone?: 'normal' | 'danger'
  /** Accessible name of the link or button, when its texts would be too long. */
  'aria-label'?: string
  className?: string
}

/** One row of a menu or a statement: a button, a link, or neither. */
export function ListRow(props: ListRowProps) {
  const { title, text, icon, plate = true, value, valueText, onClick, to, disabled, tone } = props
  const chevron = props.chevron ?? ((to !== undefined || onClick !== undefined) && value === undefined)
  const className = classes(
    styles.row,
    (onClick || to) && styles.pressable,
    tone === 'danger' && styles.danger,
    props.className,
  )
  const content = (
    <>
      {icon && <span className={classes(styles.icon, plate && styles.plate)}>{icon}</span>}
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        {text !== undefined && <span className={styles.text}>{text}</span>}
      </span>
      {(value !== undefined || valueText !== undefined) && (
        <span className={styles.values}>
          <span className={styles.value}>{value}</span>
          {valueText !== undefined && <span className={styles.text}>{valueText}</span>}
        </span>
      )}
      {chevron && <ChevronRight className={styles.chevron} aria-hidden />}
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className={className} aria-label={props['aria-label']} onClick={onClick}>
        {content}
      </Link>
    )
  }
  if (onClick) {
    return (
      <button
        type="button"
        className={className}
        onClick={onClick}
        disabled={disabled}
        aria-label={props['aria-label']}
      >
        {content}
      </button>
    )
  }
  return <div className={className}>{content}</div>
}
