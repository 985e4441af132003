import FlaskConical from 'lucide-react/icons/flask-conical'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import styles from './TestAccountBox.module.css'
import { TestAccountStore } from './TestAccountStore.ts'

/** The test-account box; only test accounts see it. */
export const TestAccountBox = observer(function TestAccountBox() {
  const { t } = useTranslation()
  const { language, session } = useStores()
  const test = useOwnStore((root) => new TestAccountStore(root))
  // The menu may be open before the player is loaded.
  const isTest = session.player?.isTest
  useEffect(() => {
    if (isTest) void test.load()
  }, [test, isTest])
  const { account } = test
  if (!account) return null
  const lines = [
    [t('testAccount.username'), account.username],
    [t('testAccount.password'), account.password],
    [t('testAccount.balance'), formatMoney(account.cash, language.selected)],
  ] as const
  return (
    <Card as="section" tone="reward" aria-label={t('testAccount.title')}>
      <h3 className={styles.title}>
        <FlaskConical aria-hidden />
        <span>{t('testAccount.title')}</span>
      </h3>
      <dl className={styles.lines}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button size="s" full onClick={() => void test.switchAccount()}>
        {t('testAccount.change')}
      </Button>
    </Card>
  )
})
