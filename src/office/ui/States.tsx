import {
  CircleOff,
  Inbox,
  type LucideIcon,
  LockKeyhole,
  RefreshCw,
  TriangleAlert,
  WifiOff,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/office/permissions.ts'
import { classes } from '#renderer/ui/classes.ts'
import { VisuallyHidden } from '#renderer/ui/VisuallyHidden.tsx'
import { OfficeError } from '../data/OfficeError.ts'
import { Button } from './Button.tsx'
import styles from './States.module.css'

export interface EmptyProps {
  title: string
  text?: string
  icon?: LucideIcon
  children?: ReactNode
}

/** Nothing is here, and what that means. */
export function Empty({ title, text, icon: Icon = Inbox, children }: EmptyProps) {
  return (
    <div className={styles.state}>
      <Icon aria-hidden strokeWidth={1.5} />
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {children && <div className={styles.buttons}>{children}</div>}
    </div>
  )
}

/** What failed, in the server's words, and a way to try again. 403 names the permission that is lacking. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const code = error instanceof OfficeError ? error.code : undefined
  if (code === 'forbidden' && error instanceof OfficeError && error.permission)
    return <Forbidden permission={error.permission} />
  const Icon = code === 'offline' ? WifiOff : code === 'notFound' ? CircleOff : TriangleAlert
  return (
    <div className={classes(styles.state, code !== 'notFound' && styles.failed)} role="alert">
      <Icon aria-hidden strokeWidth={1.5} />
      <p className={styles.title}>{code === 'notFound' ? t('states.notFound') : t('states.failed')}</p>
      <p className={styles.text}>{error instanceof Error ? error.message : String(error)}</p>
      {onRetry && code !== 'notFound' && (
        <div className={styles.buttons}>
          <Button icon={RefreshCw} onClick={onRetry}>
            {t('states.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

export function Forbidden({ permission }: { permission: Permission }) {
  const { t } = useTranslation()
  return (
    <div className={styles.state} role="alert">
      <LockKeyhole aria-hidden strokeWidth={1.5} />
      <p className={styles.title}>{t('states.forbidden')}</p>
      <p className={styles.text}>
        {t('states.forbiddenText', { permission: t(`permissions.${permission}`) })}
      </p>
    </div>
  )
}

/** Grey lines where text will be. */
export function LoadingLines({ count = 6 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.lines} role="status">
      <VisuallyHidden>{t('states.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <Bone key={index} width={[62, 88, 45, 74][index % 4] ?? 60} />
      ))}
    </div>
  )
}

/** One grey line, `width` in percent. */
export function Bone({ width }: { width: number }) {
  return <span className={styles.bone} style={{ width: `${width}%` }} aria-hidden />
}
