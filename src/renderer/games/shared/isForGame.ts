import type { RootStore } from '../../stores/RootStore.ts'

const typed = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable=true]'
/** Those of no store too, such as the warning before an idle session ends. */
const dialogs = '[role=dialog], [role=alertdialog]'

/** Whether a pressed key may play: nothing covers the game, the player does not type, and nothing else has used the key. */
export function isForGame(event: KeyboardEvent, { overlays, alerts }: RootStore): boolean {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false
  if (overlays.current || alerts.current || document.querySelector(dialogs)) return false
  return !(event.target instanceof Element && event.target.closest(typed))
}
