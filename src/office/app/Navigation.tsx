import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { LogoMark } from '#renderer/ui/LogoMark.tsx'
import { useHouseHas, useMay } from '../data/context.ts'
import { useQueue } from '../data/useQueue.ts'
import type { TextKey } from '../i18n/i18n.ts'
import { CountBadge } from '../ui/Badge.tsx'
import { pages } from './pages.ts'
import styles from './Shell.module.css'

/** From what is worked off all day to what is set up once. */
const groupOrder: readonly TextKey[] = [
  'groups.work',
  'groups.players',
  'groups.money',
  'groups.play',
  'groups.communication',
  'groups.venue',
  'groups.operation',
]

/** The pages that the person may open, by group, with what waits there. */
export function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation()
  const may = useMay()
  const has = useHouseHas()
  const queue = useQueue()
  const groups = new Map<TextKey, typeof pages>(groupOrder.map((group) => [group, []]))
  for (const page of pages)
    if (page.entry && may(page.permission) && has(page.entry.needs))
      groups.set(page.entry.group, [...(groups.get(page.entry.group) ?? []), page])
  const shownGroups = [...groups].filter(([, inGroup]) => inGroup.length > 0)
  return (
    <nav className={styles.navigation} aria-label={t('shell.navigation')}>
      <div className={styles.brand}>
        <LogoMark />
        <span>{t('shell.office')}</span>
      </div>
      <div className={styles.links}>
        {shownGroups.map(([group, inGroup]) => (
          <div key={group} className={styles.group}>
            <h2>{t(group) as string}</h2>
            <ul>
              {inGroup.map(({ path, entry }) => {
                if (!entry) return null
                const { icon: Icon } = entry
                const count = queue.data?.counts.find(({ kind }) => kind === entry.queue)?.count ?? 0
                return (
                  <li key={path}>
                    <NavLink
                      to={path}
                      end={path === '/'}
                      className={styles.link}
                      onClick={() => onNavigate?.()}
                    >
                      <Icon aria-hidden />
                      <span>{t(entry.label) as string}</span>
                      <CountBadge count={count} label={t('shell.waiting', { count })} />
                    </NavLink>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
