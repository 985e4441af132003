import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import styles from './LoginPage.module.css'

/** Codes that are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<string>()
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
    setFile(address)
    return () => URL.revokeObjectURL(address)
  }, [codes])
  return (
    <>
      <Alert tone="warn">{t('account.codesText')}</Alert>
      <ul className={styles.codes} aria-label={t('account.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.foot}>
        <CopyButton text={codes.join('\n')} hasText />
        <Button
          icon={Download}
          onClick={() => {
            const link = document.createElement('a')
            link.href = file ?? ''
            link.download = 'recovery-codes.txt'
            link.click()
          }}
        >
          {t('account.download')}
        </Button>
      </div>
      <Button tone="primary" isLarge isWide onClick={onDone}>
        {t('account.codesSaved')}
      </Button>
    </>
  )
}
