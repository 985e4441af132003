import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { moveInTabs } from './moveInTabs.ts'
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
 *
 * Not Radix's: as they mount, its tabs register themselves and its panel reads its style, so that a new page renders a
 * second time in the same long task.
 */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { tabs, value, onChange, children, className } = props
  const hasPanels = tabs.some((tab) => tab.content !== undefined)
  const [shown, press] = usePressed(value, onChange)
  const id = useId()
  const tabIdOf = (tab: Value) => `${id}-tab-${tab}`
  const panelIdOf = (tab: Value) => (hasPanels ? `${id}-panel-${tab}` : `${id}-panel`)
  const panelOf = (tab: Value) => ({
    id: panelIdOf(tab),
    role: 'tabpanel',
    'aria-labelledby': tabIdOf(tab),
    tabIndex: 0,
    hidden: tab !== value,
    className: styles.panel,
  })
  return (
    <div className={classes(styles.root, className)}>
      <div role="tablist" className={styles.list} aria-label={props['aria-label']} onKeyDown={moveInTabs}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={tabIdOf(tab.value)}
            disabled={tab.disabled}
            tabIndex={tab.value === shown ? 0 : -1}
            aria-controls={panelIdOf(tab.value)}
            aria-selected={tab.value === shown}
            className={styles.tab}
            onClick={() => tab.value !== shown && press(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
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
    </div>
  )
}
