import { CircleAlert, CircleCheck, Clock, Undo2, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { classes } from '#renderer/ui/classes.ts'
import { Button, IconButton } from '../Button.tsx'
import { useKeys } from '../keys.ts'
import { undoMs } from './NoticeStore.ts'
import { notices } from './notices.ts'
import styles from './Notices.module.css'

const icons = { good: CircleCheck, bad: CircleAlert, info: Clock }

/** The notices at the lower right. `z` undoes the last action. */
export function Notices() {
  const { t } = useTranslation()
  const list = useSyncExternalStore(notices.subscribe, notices.get)
  useEffect(() => {
    const leave = () => notices.leave()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  useKeys([{ key: 'z', label: t('keys.undo'), run: () => notices.undoLast() }])
  return (
    <div className={styles.list} role="status" data-quiet-print>
      {list.map(({ id, tone, text, detail, link, undoUntil }) => {
        const Icon = icons[tone]
        return (
          <div key={id} className={classes(styles.notice, styles[tone])}>
            <Icon aria-hidden />
            <div className={styles.text}>
              <p>{text}</p>
              {detail && <p className={styles.detail}>{detail}</p>}
              {link && (
                <Link to={link.to} onClick={() => notices.close(id)}>
                  {link.label}
                </Link>
              )}
            </div>
            <div className={styles.buttons}>
              {undoUntil === undefined ? (
                <IconButton icon={X} label={t('states.close')} onClick={() => notices.close(id)} />
              ) : (
                <Button tone="plain" icon={Undo2} shortcut="Z" onClick={() => notices.undo(id)}>
                  {t('actions.undo')}
                </Button>
              )}
            </div>
            {undoUntil !== undefined && (
              <span className={styles.rest} style={{ animationDuration: `${undoMs}ms` }} aria-hidden />
            )}
          </div>
        )
      })}
    </div>
  )
}
