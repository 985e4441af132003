import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { emptyArt } from '../../assets/emptyArt.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { DateField } from '../../features/dateField/DateField.tsx'
import type { OverlayProps } from '../../stores/overlays.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FormFailure } from '../../ui/FormFailure.tsx'
import { PrivacyTip } from '../../ui/PrivacyTip.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './EditBankOverlay.module.css'
import { KycStore } from './KycStore.ts'

/**
 * "Verificação de identidade": the player gives name and CPF once, before the first deposit or withdrawal, or
 * after excluding themselves, so that it holds for the person.
 */
export const EditBankOverlay = observer(function EditBankOverlay(props: OverlayProps['editBank']) {
  const { t } = useTranslation()
  const { overlays, session } = useStores()
  const kyc = useOwnStore((root) => new KycStore(root, props))
  return (
    <Sheet
      title={t('money.kyc.title')}
      closeLabel={t('actions.close')}
      onClose={() => overlays.close()}
      closeOnOutside={false}
    >
      {session.player?.isInReview ? (
        <EmptyState
          compact
          illustration={emptyArt.kyc}
          title={t('money.kyc.reviewTitle')}
          text={t('money.kyc.reviewText')}
          action={<Button onClick={() => overlays.close()}>{t('money.kyc.reviewAction')}</Button>}
        />
      ) : session.player?.needsPictures && props.next !== 'identity' ? (
        <EmptyState
          compact
          illustration={emptyArt.kyc}
          title={t('own.identity.picturesTitle')}
          text={t('own.identity.picturesText')}
          action={
            <Button variant="primary" size="l" full onClick={() => kyc.goToPictures()}>
              {t('own.identity.goOn')}
            </Button>
          }
        />
      ) : (
        <KycForm kyc={kyc} next={props.next} />
      )}
    </Sheet>
  )
})

const intros = {
  deposit: 'money.kyc.intro',
  offer: 'money.kyc.intro',
  identity: 'money.kyc.intro',
  withdraw: 'money.kyc.introWithdraw',
  exclusion: 'money.kyc.introExclusion',
} as const

const KycForm = observer(function KycForm({
  kyc,
  next,
}: {
  kyc: KycStore
  next: OverlayProps['editBank']['next']
}) {
  const { t } = useTranslation()
  const message = useMessage()
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void kyc.submit()
      }}
    >
      <div className={styles.intro}>
        <img src={emptyArt.kyc} alt="" width="160" height="120" />
        <p>{t(intros[next ?? 'deposit'])}</p>
      </div>
      <TextField
        label={t('money.kyc.name')}
        hint={t('money.kyc.nameHint')}
        error={kyc.nameError ? t(`money.kyc.names.${kyc.nameError}`) : null}
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        value={kyc.name}
        onChange={(event) => kyc.setName(event.target.value)}
      />
      <TextField
        label={t('money.kyc.cpf')}
        error={kyc.isCpfInvalid ? t('money.kyc.cpfWrong') : null}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint={kyc.asksBirthDate ? 'next' : 'send'}
        value={kyc.cpf}
        onChange={(event) => kyc.setCpf(event.target.value)}
      />
      {kyc.asksBirthDate && (
        <DateField
          label={t('money.kyc.birthDate')}
          error={kyc.birthDateError ? t(`money.kyc.${kyc.birthDateError}`) : null}
          autoComplete="bday"
          value={kyc.birthDate}
          onChange={(day) => kyc.setBirthDate(day)}
        />
      )}
      <PrivacyTip>
        <span>{t('money.kyc.tip')}</span> <span>{t('money.kyc.private')}</span>
      </PrivacyTip>
      <FormFailure>{kyc.failure && message(kyc.failure)}</FormFailure>
      <Button type="submit" variant="primary" size="l" full loading={kyc.isSending}>
        {t('money.kyc.submit')}
      </Button>
    </form>
  )
})
