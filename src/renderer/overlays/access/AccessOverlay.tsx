import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessStore } from '../../features/access/AccessStore.ts'
import { LoginForm } from '../../features/access/LoginForm.tsx'
import { RegisterForm } from '../../features/access/RegisterForm.tsx'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { SegmentedTabs } from '../../ui/SegmentedTabs.tsx'
import { Sheet } from '../../ui/Sheet.tsx'

/** Login and registration: one dialog; the overlay's name selects the tab. */
export const AccessOverlay = observer(function AccessOverlay() {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const access = useOwnStore((root) => new AccessStore(root))
  useEffect(() => access.start(), [access])
  return (
    <Sheet
      title={t('auth.access.title')}
      closeLabel={t('actions.close')}
      closeOnOutside={false}
      onClose={() => overlays.close()}
    >
      <SegmentedTabs
        aria-label={t('auth.access.title')}
        value={overlays.isOpen('register') ? 'register' : 'login'}
        onChange={(tab) => overlays.open(tab)}
        tabs={[
          { value: 'login', label: t('auth.access.loginTab'), content: <LoginForm access={access} /> },
          {
            value: 'register',
            label: t('auth.access.registerTab'),
            content: <RegisterForm access={access} />,
          },
        ]}
      />
    </Sheet>
  )
})
