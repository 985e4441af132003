import { observer } from 'mobx-react-lite'
import { Icon, type IconName } from './Icon.tsx'
import { useView } from './useView.ts'
import type { ViewModel } from './ViewModel.ts'

/** The big button: spins, and does whatever comes next while a round is on. */
export const SpinButton = observer(function SpinButton() {
  const view = useView()
  const { game } = view
  const { label, icon, kind } = actionOf(view)
  return (
    <button
      type="button"
      className="spin"
      data-kind={kind}
      disabled={
        game.phase === 'loading' ||
        (game.phase === 'idle' && (game.isPaused || (game.stake.error !== null && !game.isOutcomeUnknown)))
      }
      onClick={() => {
        view.parts.sounds.play('press')
        game.press()
      }}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  )
})

/** `kind` chooses the look of the button in panel.css. */
function actionOf({ game, texts }: ViewModel): {
  label: string
  icon: IconName
  kind: 'spin' | 'stop' | 'quick' | 'go'
} {
  if (game.auto.isRunning) return { label: texts.stop, icon: 'stop', kind: 'stop' }
  if (game.phase === 'spinning' || game.phase === 'showing')
    return { label: texts.quick, icon: 'stop', kind: 'quick' }
  if (game.phase === 'freeIntro') return { label: texts.free.start, icon: 'go', kind: 'go' }
  if (game.phase === 'freeEnd') return { label: texts.free.goOn, icon: 'go', kind: 'go' }
  if (game.phase === 'failed' || game.isOutcomeUnknown)
    return { label: texts.trouble.retry, icon: 'spin', kind: 'spin' }
  return { label: texts.spin, icon: 'spin', kind: 'spin' }
}
