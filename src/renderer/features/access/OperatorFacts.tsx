import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../i18n/dates.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './TermsSheet.module.css'

/** Who operates the house and which version of the terms is valid, as the jurisdiction profile states it. */
export const OperatorFacts = observer(function OperatorFacts() {
  const { t } = useTranslation()
  const { device, language } = useStores()
  const { info } = device
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (device.info) return
    device.load().catch((error: unknown) => {
      ignoreCallError(error)
      setFailed(true)
    })
  }, [device])
  if (!info) return hasFailed ? null : <Skeleton height="5.6rem" radius="l" />
  const { operator, brand, playMoney, helpLines } = info
  const { version, date } = operator.terms
  const licence = operator.licence ?? (playMoney ? t('auth.terms.noLicence') : null)
  const facts: [label: string, value: string | null][] = [
    [t('auth.terms.name'), operator.name],
    [t('auth.terms.taxId'), operator.taxId],
    [t('auth.terms.address'), operator.address],
    [t('auth.terms.licence'), licence],
    [t('auth.terms.email'), operator.email],
    [t('auth.terms.dataController'), operator.dataController ?? operator.name],
    [t('auth.terms.dataOfficer'), operator.dataOfficer],
    // First to the operator, then to the authorities, as with responsible play.
    [
      t('auth.terms.complaints'),
      [operator.email, ...operator.complaints.map((url) => new URL(url).host)].join(', '),
    ],
    [
      t('auth.terms.helpLines'),
      helpLines.map(({ name, phone, url }) => `${name} ${phone ?? url}`).join(', ') || null,
    ],
    [
      t('auth.terms.version'),
      t('auth.terms.versionOf', { version, date: formatDate(`${date}T12:00:00Z`, language.selected) }),
    ],
  ]
  return (
    <>
      {playMoney && (
        <section className={styles.playMoney}>
          <h3>{t('auth.terms.playMoney')}</h3>
          <p>{t('auth.terms.playMoneyText')}</p>
        </section>
      )}
      <section>
        <h3>{t('auth.terms.operator', { brand })}</h3>
        <dl className={styles.facts}>
          {facts.map(
            ([label, value]) =>
              value !== null && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
    </>
  )
})
