import { observer } from 'mobx-react-lite'
import type { ComponentType } from 'react'
import { useStores } from '../../../stores/useStores.ts'
import { HomeFeedStore } from '../HomeFeedStore.ts'

/** Cash and bonus of less than this count as no money: hardly any bet is possible. In cents. */
const noMoney = 100

/** The highlights below a player's first games. No call to deposit to a player who has money, or is in a pause. */
export const PlayerHighlights = observer(function PlayerHighlights(props: {
  Highlights: ComponentType<Pick<HomeFeedStore, 'banners'>>
}) {
  const { Highlights } = props
  const root = useStores()
  const { session, wallet } = root
  const { banners } = root.feature(HomeFeedStore)
  const isDepositUseful = session.player !== null && !session.isPaused && wallet.cash + wallet.bonus < noMoney
  return (
    <Highlights
      banners={isDepositUseful ? banners : banners.filter(({ picture }) => picture !== 'deposit')}
    />
  )
})
