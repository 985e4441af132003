import Globe from 'lucide-react/icons/globe'
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
    <>
      <Card as="section" className={styles.card} aria-label={t('own.help.title')}>
        <h2>{t('own.help.title')}</h2>
        <p className={styles.text}>{t('own.help.text')}</p>
        {info?.helpLines.map(
          (line) =>
            line.about !== 'stateExclusion' && <Line key={line.name} line={line} about={line.about} />,
        )}
      </Card>
      <div className={styles.legal}>
        <p>{t('own.help.age')}</p>
        {info && <Operator {...info} />}
      </div>
    </>
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
    <div className={styles.line}>
      <a className={styles.link} {...(phone ? { href: `tel:${phone}` } : web)}>
        <span className={styles.icon}>{phone ? <Phone aria-hidden /> : <Globe aria-hidden />}</span>
        <span className={styles.words}>
          <b>{phone ? `${name}: ${phone}` : name}</b>
          <small>{offers}</small>
        </span>
      </a>
      {phone && web && (
        <a className={styles.site} {...web}>
          {new URL(web.href).host}
        </a>
      )}
    </div>
  )
}

/** Who operates the house, under which licence, and who answers complaints. */
function Operator({ operator, playMoney }: AppInfo) {
  const { t } = useTranslation()
  const licence = operator.licence ?? (playMoney ? t('auth.terms.noLicence') : null)
  return (
    <p>
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
