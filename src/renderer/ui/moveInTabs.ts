import type { KeyboardEvent } from 'react'

/** For keys in a tab list: arrows, Home and End focus and choose another tab. Disabled ones are passed over. */
export function moveInTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)')]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const last = tabs.length - 1
  const next = {
    ArrowRight: at === last ? 0 : at + 1,
    ArrowLeft: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  tabs[next]?.focus()
  tabs[next]?.click()
}
