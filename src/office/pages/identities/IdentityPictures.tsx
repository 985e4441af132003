import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityCalls, type IdentityCheckView, type IdentityPictureView } from '#contract/office/players.ts'
import { useOffice } from '../../data/context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import styles from './identities.module.css'

type Shown = 'hidden' | 'loading' | { error: Error } | { pictures: IdentityPictureView[] }

/** The pictures of a check, asked for by a press and kept nowhere: each time that they are shown stands in the audit. */
export function IdentityPictures({ check }: { check: IdentityCheckView }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const [shown, setShown] = useState<Shown>('hidden')
  const [large, setLarge] = useState<IdentityPictureView | null>(null)
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])
  const show = async () => {
    const request = new AbortController()
    pending.current = request
    setShown('loading')
    try {
      const answer = await client.call(
        identityCalls.pictures,
        { params: { id: check.id }, query: { playerId: check.playerId } },
        { signal: request.signal },
      )
      setShown(answer)
    } catch (error) {
      if (request.signal.aborted) return
      setShown({ error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
  if (shown === 'hidden')
    return (
      <div className={styles.ask}>
        <Button tone="plain" icon={Eye} onClick={() => void show()}>
          {t('identities.show')}
        </Button>
        <span>{t('identities.audited')}</span>
      </div>
    )
  if (shown === 'loading') return <LoadingLines count={3} />
  if ('error' in shown) return <Failed error={shown.error} onRetry={() => void show()} />
  return (
    <>
      <ul className={styles.pictures}>
        {shown.pictures.map((picture) => (
          <li key={picture.kind}>
            <button type="button" onClick={() => setLarge(picture)}>
              <img src={addressOf(picture)} alt={t(`identities.kinds.${picture.kind}`)} />
            </button>
            <span aria-hidden>{t(`identities.kinds.${picture.kind}`)}</span>
          </li>
        ))}
      </ul>
      <div className={styles.ask}>
        <Button tone="plain" icon={EyeOff} onClick={() => setShown('hidden')}>
          {t('identities.hide')}
        </Button>
      </div>
      {large && (
        <Dialog title={t(`identities.kinds.${large.kind}`)} isWide onClose={() => setLarge(null)}>
          <img className={styles.large} src={addressOf(large)} alt={t(`identities.kinds.${large.kind}`)} />
        </Dialog>
      )}
    </>
  )
}

function addressOf({ image }: IdentityPictureView): string {
  return `data:image/jpeg;base64,${image}`
}
