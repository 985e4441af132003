import Phone from 'lucide-react/icons/phone'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppInfo, HelpLine } from '#contract/http/appInfo.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import styles from './HelpCard.module.css'

/** Where to find help, and where to complain, as the jurisdiction profile states it. */
export const HelpCard = observer(function HelpCard() {
  const { t } = useTranslation()
  const { device } = useStores()
  const { info } = device
  useEffect(() => {
    if (!device.info) device.load().catch(ignoreCallError)
  }, [device])
  return (
    <Card as="section" className={styles.card} aria-label={t('own.help.title')}>
      <h2>{t('own.help.title')}</h2>
      <p className={styles.text}>{t('own.help.text')}</p>
      {info?.helpLines.map(
        (line) => line.about !== 'stateExclusion' && <Line key={line.name} line={line} about={line.about} />,
      )}
      <p className={styles.text}>{t('own.help.age')}</p>
      {info && <Operator {...info} />}
    </Card>
  )
})

function Line({
  line: { name, phone, url, freeAllDay },
  about,
}: {
  line: HelpLine
  about: Exclude<HelpLine['about'], 'stateExclusion'>
}) {
  const { t } = useTranslation()
  const offers = [t(`own.help.${about}`), ...(freeAllDay ? [t('own.help.freeAllDay')] : [])].join(' · ')
  const web = url ? { href: url, target: '_blank', rel: 'noopener noreferrer' } : undefined
  return (
    <div>
      {phone ? (
        <a className={styles.link} href={`tel:${phone}`}>
          <Phone aria-hidden />
          <span>{`${name}: ${phone}`}</span>
        </a>
      ) : (
        <a className={styles.link} {...web}>
          {name}
        </a>
      )}
      <p className={styles.offers}>
        <span>{offers}</span>
        {phone && web && (
          <>
            <span>{' · '}</span>
            <a {...web}>{new URL(web.href).host}</a>
          </>
        )}
      </p>
    </div>
  )
}

/** Who operates the house, under which licence, and who answers complaints. */
function Operator({ operator, playMoney }: AppInfo) {
  const { t } = useTranslation()
  const licence = operator.licence ?? (playMoney ? t('auth.terms.noLicence') : null)
  return (
    <p className={styles.text}>
      <span>{[operator.name, licence].filter(Boolean).join(' · ')}</span>
      <span>{` · ${t('auth.terms.complaints')}: `}</span>
      <a href={`mailto:${operator.email}`}>{operator.email}</a>
      {operator.complaints.map((url) => (
        <span key={url}>
          <span>{', '}</span>
          <a href={url} target="_blank" rel="noopener noreferrer">
            {new URL(url).host}
          </a>
        </span>
      ))}
    </p>
  )
}
