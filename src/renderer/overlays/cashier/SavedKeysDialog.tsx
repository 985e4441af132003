import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import { observer } from 'mobx-react-lite'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedKey } from '#contract/http/order.ts'
import { SAVED_KEYS_MAXIMUM } from '#contract/rules/savedKeys.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './SavedKeysDialog.module.css'
import type { WithdrawStore } from './WithdrawStore.ts'

/** The player's saved keys: which one the withdrawal goes to, and what they are called. */
export const SavedKeysDialog = observer(function SavedKeysDialog({ withdraw }: { withdraw: WithdrawStore }) {
  const { t } = useTranslation()
  const [removing, setRemoving] = useState<SavedKey | null>(null)
  const saved = withdraw.limits?.saved ?? []
  return (
    <Sheet title={t('own.keys.title')} closeLabel={t('actions.close')} onClose={() => withdraw.closeKeys()}>
      <ul className={styles.list} aria-label={t('own.keys.list')}>
        {saved.map((key) => (
          <Row key={key.id} withdraw={withdraw} saved={key} onRemove={() => setRemoving(key)} />
        ))}
      </ul>
      {saved.length < SAVED_KEYS_MAXIMUM ? (
        <Button full icon={<Plus aria-hidden />} onClick={() => withdraw.addKey()}>
          {t('own.keys.add')}
        </Button>
      ) : (
        <p className={styles.note}>{t('own.keys.most', { count: SAVED_KEYS_MAXIMUM })}</p>
      )}
      {removing && (
        <AlertDialog
          title={t('own.keys.removeTitle')}
          text={t('own.keys.removeText', { name: nameOf(removing) })}
          tone="danger"
          confirmLabel={t('own.keys.remove')}
          cancelLabel={t('own.keys.keep')}
          busy={withdraw.isBusy}
          onConfirm={() => void withdraw.removeKey(removing).finally(() => setRemoving(null))}
          onCancel={() => setRemoving(null)}
        />
      )}
    </Sheet>
  )
})

const nameOf = ({ label, type, key }: SavedKey) => label || `${type} · ${key}`

interface RowProps {
  withdraw: WithdrawStore
  saved: SavedKey
  onRemove: () => void
}

const Row = observer(function Row({ withdraw, saved, onRemove }: RowProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isChosen = withdraw.isChosen(saved)
  return (
    <li className={styles.item} data-chosen={isChosen}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.key}
          aria-pressed={isChosen}
          onClick={() => withdraw.chooseKey(saved)}
        >
          <span className={styles.name}>
            <span>{saved.label || saved.type}</span>{' '}
            {saved.isDefault && <Badge>{t('own.keys.default')}</Badge>}
          </span>
          <span className={styles.masked} translate="no">
            {saved.label ? `${saved.type} · ${saved.key}` : saved.key}
          </span>
          {saved.isUnconfirmed && <span className={styles.open}>{t('own.keys.unconfirmed')}</span>}
        </button>
        <IconButton
          aria-label={t('own.keys.more', { name: nameOf(saved) })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Ellipsis aria-hidden />
        </IconButton>
      </div>
      <div id={id} className={styles.actions} hidden={!isOpen}>
        {!saved.isDefault && (
          <Button size="s" loading={withdraw.isBusy} onClick={() => void withdraw.makeDefault(saved)}>
            {t('own.keys.makeDefault')}
          </Button>
        )}
        <Button size="s" onClick={() => withdraw.editKey(saved)}>
          {t('own.keys.edit')}
        </Button>
        <Button size="s" variant="danger" onClick={onRemove}>
          {t('own.keys.remove')}
        </Button>
      </div>
    </li>
  )
})
