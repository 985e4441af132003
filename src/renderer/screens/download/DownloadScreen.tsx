import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Share from 'lucide-react/icons/share'
import Smartphone from 'lucide-react/icons/smartphone'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { LogoMark } from '../../ui/LogoMark.tsx'
import { classes } from '../../ui/classes.ts'
import { useIsWide } from '../../ui/useIsWide.ts'
import styles from './DownloadScreen.module.css'
import { PhoneCode } from './PhoneCode.tsx'

const methods = [
  { id: 'android', deviceType: 'android', Icon: Smartphone },
  { id: 'iphone', deviceType: 'iphone', Icon: Share },
  { id: 'venue', deviceType: 'terminal', Icon: MonitorSmartphone },
] as const

/** /download: how to put Palpite on the home screen, without an app store. The visitor's own device comes first. */
export const DownloadScreen = observer(function DownloadScreen() {
  const { t } = useTranslation()
  const { device } = useStores()
  const hasCode = useIsWide() && __HOST__ === 'web'
  const isOwn = (method: (typeof methods)[number]) => method.deviceType === device.deviceType
  const allowed = methods.filter(({ id }) => id !== 'venue' || device.has('kiosk'))
  const ordered = [...allowed.filter(isOwn), ...allowed.filter((method) => !isOwn(method))]
  return (
    <div className={styles.page}>
      <section className={classes(styles.hero, hasCode && styles.withCode)}>
        <span className={styles.icon}>
          <LogoMark />
        </span>
        <h1 className={styles.title}>{t('download.title')}</h1>
        <p className={styles.lead}>{t('download.lead')}</p>
        {hasCode && <PhoneCode />}
      </section>
      {ordered.map(({ id, Icon }) => (
        <Card key={id} as="section" className={styles.way}>
          <Icon aria-hidden />
          <div>
            <h2>{t(`download.${id}.title`)}</h2>
            <p>{t(`download.${id}.text`)}</p>
          </div>
        </Card>
      ))}
    </div>
  )
})
