import { useTranslation } from 'react-i18next'
import { useDocument } from '../../i18n/useDocument.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TermsSheet.module.css'

/** The terms of service, to be read without leaving the form. */
export function TermsSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const sections = useDocument('terms')
  return (
    <Sheet title={t('auth.terms.title')} closeLabel={t('actions.close')} size="full" onClose={onClose}>
      <div className={styles.text} aria-busy={sections === undefined}>
        {sections === undefined && <Skeleton height="3rem" radius="m" />}
        {sections === null && <p role="alert">{t('errors.screenFailed')}</p>}
        {sections?.map(({ title, text }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </Sheet>
  )
}
