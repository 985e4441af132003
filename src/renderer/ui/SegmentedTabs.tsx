import * as Tabs from 'radix-ui/tabs'
import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './SegmentedTabs.module.css'
import { usePressed } from './usePressed.ts'

export interface SegmentedTab<Value extends string> {
  value: Value
  label: ReactNode
  /**
   * The panel, rendered only while its tab is active. Leave it out in all tabs when they filter `children`.
   */
  content?: ReactNode
  disabled?: boolean
}

export interface SegmentedTabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  'aria-label': string
  tabs: readonly SegmentedTab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Between tab list and panel; the panel itself when no tab has content of its own (filters). */
  children?: ReactNode
  className?: string
}

/**
 * Two to five equal tabs (tablist, tab, tabpanel; arrow keys move). Each panel is named by its tab. A pressed tab shows at
 * once, its panel in the frame after.
 */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { tabs, value, onChange, children, className } = props
  const hasPanels = tabs.some((tab) => tab.content !== undefined)
  const [shown, press] = usePressed(value, onChange)
  const id = useId()
  const tabIdOf = (tab: Value) => `${id}-tab-${tab}`
  const panelIdOf = (tab: Value) => (hasPanels ? `${id}-panel-${tab}` : `${id}-panel`)
  // Not Radix's own panel: that one reads its style as soon as it is mounted, so that a new page is laid out in the same
  // long task in which React draws it.
  const panelOf = (tab: Value) => ({
    id: panelIdOf(tab),
    role: 'tabpanel',
    'aria-labelledby': tabIdOf(tab),
    tabIndex: 0,
    hidden: tab !== value,
    className: styles.panel,
  })
  return (
    <Tabs.Root
      value={value}
      onValueChange={(next) => press(next as Value)}
      className={classes(styles.root, className)}
    >
      <Tabs.List className={styles.list} aria-label={props['aria-label']}>
        {tabs.map((tab) => (
          <Tabs.Trigger
            key={tab.value}
            id={tabIdOf(tab.value)}
            value={tab.value}
            disabled={tab.disabled}
            aria-controls={panelIdOf(tab.value)}
            className={styles.tab}
            aria-selected={tab.value === shown}
          >
            {tab.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {hasPanels ? (
        <>
          {children}
          {tabs.map((tab) => (
            <div key={tab.value} {...panelOf(tab.value)}>
              {tab.value === value && tab.content}
            </div>
          ))}
        </>
      ) : (
        <div {...panelOf(value)}>{children}</div>
      )}
    </Tabs.Root>
  )
}
