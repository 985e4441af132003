import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { TestAccountBox } from './TestAccountBox.tsx'

/** The test-credentials popup, which opens by itself after the login of a test account. */
export const TestAccountOverlay = observer(function TestAccountOverlay() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  return (
    <Sheet
      title={t('testAccount.title')}
      hideTitle
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
    >
      <TestAccountBox />
    </Sheet>
  )
})
