import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../../assets/emptyArt.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { CatalogueStore } from './CatalogueStore.ts'
import { GameGrid } from './GameGrid.tsx'
import { SectionHead } from './SectionHead.tsx'

/** Shown when the catalogue could not be loaded: retry, or play a remembered game. */
export const LoadFailed = observer(function LoadFailed({ catalogue }: { catalogue: CatalogueStore }) {
  const { t } = useTranslation()
  return (
    <>
      <ErrorState
        illustration={emptyArt.offline}
        title={t('home.empty.failed')}
        text={t('home.empty.failedText')}
        retryLabel={t('actions.retry')}
        onRetry={() => void catalogue.load()}
      />
      {catalogue.hot.length > 0 && (
        <section aria-labelledby="section-remembered">
          <SectionHead id="section-remembered" title={t('home.tabs.hot')} />
          <GameGrid games={catalogue.hot} catalogue={catalogue} />
        </section>
      )}
    </>
  )
})
