import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { classes } from '#renderer/ui/classes.ts'
import { useSearch } from '../data/address.ts'
import styles from './Tabs.module.css'

export interface Tab {
  /** In the address: `?tab=bets`. */
  name: string
  label: string
  /** Mounted when it is first shown. */
  content: ReactNode
}

/** The parts of one record. The chosen one stands in the address, so that it can be sent and reloaded. */
export function Tabs({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  const [search, changeSearch] = useSearch()
  const named = search.get('tab')
  const current = tabs.find(({ name }) => name === named) ?? tabs[0]
  return (
    <Radix.Root
      value={current?.name ?? ''}
      onValueChange={(name) => changeSearch((next) => next.set('tab', name))}
    >
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.name} value={tab.name} className={styles.tab}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.name} value={tab.name} className={styles.panel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

/** Pages that belong together, each with an address of its own. */
export function LinkTabs({
  links,
  label,
}: {
  links: readonly { to: string; label: string }[]
  label: string
}) {
  return (
    <nav className={classes(styles.list, styles.links)} aria-label={label}>
      {links.map(({ to, label: text }) => (
        <NavLink key={to} to={to} end className={styles.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
