import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import type { InstantPlay } from './InstantPlay.ts'
import { ResultLine } from './ResultLine.tsx'
import { roundOutcome } from './roundOutcome.ts'

/** Announces the outcome first, then the win or loss; empty while the next round runs. */
export const InstantResult = observer(function InstantResult({
  play,
  shown,
}: {
  play: InstantPlay
  /** Returns the last outcome in the game's own terms, null before the first. Only this component observes it. */
  shown: () => string | null
}) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { last } = play
  const text = shown()
  if (!last || text === null || play.isPlaying) return <ResultLine label={t('games.result')} text="" />
  const outcome = roundOutcome(last, t, language.selected)
  return <ResultLine label={t('games.result')} text={`${text}, ${outcome.text}`} tone={outcome.tone} />
})
