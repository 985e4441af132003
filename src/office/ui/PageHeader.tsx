import { ChevronLeft } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './PageHeader.module.css'

export interface PageHeaderProps {
  title: string
  text?: string
  /** After the title: its state. */
  badges?: ReactNode
  back?: { to: string; label: string }
  actions?: ReactNode
}

/** The head of a page; the browser's tab has the same title. */
export function PageHeader({ title, text, badges, back, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · ${__BRAND_NAME__}`
  }, [title])
  return (
    <header className={styles.header}>
      <div className={styles.titles}>
        {back && (
          <Link to={back.to} className={styles.back}>
            <ChevronLeft aria-hidden />
            <span>{back.label}</span>
          </Link>
        )}
        <h1>
          <span>{title}</span>
          {badges}
        </h1>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {actions && (
        <div className={styles.actions} data-quiet-print>
          {actions}
        </div>
      )}
    </header>
  )
}

/** What stands below the header, with the page's margins. */
export function PageBody({ children }: { children: ReactNode }) {
  return <div className={styles.page}>{children}</div>
}
