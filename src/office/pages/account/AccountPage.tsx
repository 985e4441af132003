import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint, Laptop, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountCalls, type OfficeAccount, type Passkey } from '#contract/office/session.ts'
import { useOffice, useSession } from '../../data/context.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { Form, TextField } from '../../ui/Field.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel, PanelGrid } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { NewPasswordFields, useNewPassword } from '../login/NewPasswordFields.tsx'
import { addPasskey, hasPasskeys } from '../login/passkeys.ts'
import { RecoveryCodes } from '../login/RecoveryCodes.tsx'
import { TotpSetup } from '../login/TotpSetup.tsx'
import { useAttempt } from '../login/useAttempt.ts'
import styles from './account.module.css'

const accountKey = ['account']
type Opened = 'password' | 'totp' | 'codes' | 'passkey'

/** One's own account: how one logs in, and where one is logged in. */
export default function AccountPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const { state } = useSession()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  const account = useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => client.call(accountCalls.get, {}, { signal }),
  })
  const refresh = () => void queries.invalidateQueries({ queryKey: accountKey })
  const close = () => {
    setOpened(undefined)
    refresh()
  }
  const { data } = account
  return (
    <>
      <PageHeader
        title={t('account.title')}
        {...(data ? { text: `${data.person.email} · ${t(`roles.${data.person.role}`)}` } : {})}
      />
      <PageBody>
        {data ? (
          <>
            <PanelGrid>
              <Panel title={t('account.security')}>
                <ul className={styles.list}>
                  <li>
                    <div>
                      <p>{t('login.password')}</p>
                    </div>
                    <Button onClick={() => setOpened('password')}>{t('account.changePassword')}</Button>
                  </li>
                  <li>
                    <div>
                      <p>{t('account.totp')}</p>
                      <Badge tone={data.hasTotp ? 'good' : 'neutral'}>
                        {t(data.hasTotp ? 'account.totpOn' : 'account.totpOff')}
                      </Badge>
                    </div>
                    <Button onClick={() => setOpened('totp')}>
                      {t(data.hasTotp ? 'account.renewTotp' : 'account.setUpTotp')}
                    </Button>
                  </li>
                  {data.hasTotp && (
                    <li>
                      <div>
                        <p>{t('account.codesTitle')}</p>
                        <span className={styles.quiet}>
                          {t('account.codesLeft', { count: data.recoveryCodesLeft })}
                        </span>
                      </div>
                      <Button onClick={() => setOpened('codes')}>{t('account.renewCodes')}</Button>
                    </li>
                  )}
                </ul>
              </Panel>
              <Panel
                title={t('account.passkeys')}
                aside={
                  hasPasskeys() && (
                    <Button icon={Fingerprint} onClick={() => setOpened('passkey')}>
                      {t('account.addPasskey')}
                    </Button>
                  )
                }
              >
                <PasskeyList
                  passkeys={data.passkeys}
                  onChange={(next) => queries.setQueryData(accountKey, next)}
                />
              </Panel>
            </PanelGrid>
            <SessionsPanel account={data} onChange={(next) => queries.setQueryData(accountKey, next)} />
            {state.stage === 'full' && (
              <Panel title={t('account.permissions')}>
                <ul className={styles.permissions}>
                  {state.permissions.map((permission) => (
                    <li key={permission}>{t(`permissions.${permission}`)}</li>
                  ))}
                </ul>
              </Panel>
            )}
          </>
        ) : account.error ? (
          <Failed error={account.error} onRetry={() => void account.refetch()} />
        ) : (
          <LoadingLines count={8} />
        )}
      </PageBody>
      {opened === 'password' && <PasswordDialog onClose={close} />}
      {opened === 'totp' && <TotpDialog onClose={close} />}
      {opened === 'codes' && <CodesDialog onClose={close} />}
      {opened === 'passkey' && <PasskeyDialog onClose={close} />}
    </>
  )
}

interface PasskeyListProps {
  passkeys: readonly Passkey[]
  onChange: (account: OfficeAccount) => void
}

function PasskeyList({ passkeys, onChange }: PasskeyListProps) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const attempt = useAttempt()
  if (passkeys.length === 0)
    return <p className={styles.quiet}>{`${t('account.noPasskeys')}. ${t('account.noPasskeysText')}`}</p>
  return (
    <>
      {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
      <ul className={styles.list}>
        {passkeys.map(({ id, name, usedAt }) => (
          <li key={id}>
            <div>
              <p>{name}</p>
              <span className={styles.quiet}>
                {usedAt === null ? (
                  t('account.neverUsed')
                ) : (
                  <>
                    <span>{t('account.lastUsed')}</span> <Time value={usedAt} />
                  </>
                )}
              </span>
            </div>
            <IconButton
              icon={Trash2}
              label={t('account.removePasskey', { name })}
              onClick={() =>
                void attempt.run(async () => {
                  onChange(await client.call(accountCalls.removePasskey, { params: { id } }))
                  notices.say('good', t('account.passkeyRemoved'))
                })
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface SessionsProps {
  account: OfficeAccount
  onChange: (account: OfficeAccount) => void
}

function SessionsPanel({ account, onChange }: SessionsProps) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const attempt = useAttempt()
  return (
    <Panel
      title={t('account.sessions')}
      aside={
        account.sessions.length > 1 && (
          <Button
            isBusy={attempt.isBusy}
            onClick={() =>
              void attempt.run(async () => {
                onChange(await client.call(accountCalls.endOtherSessions, {}))
                notices.say('good', t('account.endOthersDone'))
              })
            }
          >
            {t('account.endOthers')}
          </Button>
        )
      }
    >
      {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
      <ul className={styles.list}>
        {account.sessions.map(({ id, browser, address, activeAt, isCurrent }) => (
          <li key={id}>
            <Laptop aria-hidden className={styles.icon} />
            <div>
              <p title={browser}>
                <span>{browserName(browser)}</span>{' '}
                {isCurrent && <Badge tone="good">{t('account.current')}</Badge>}
              </p>
              <span className={styles.quiet}>
                <span>{`${address} · ${t('account.active')} `}</span>
                <Time value={activeAt} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { client, session } = useOffice()
  const [current, setCurrent] = useState('')
  const { typed, setTyped, isReady } = useNewPassword()
  const attempt = useAttempt()
  const send = async () => {
    session.set(
      await client.call(accountCalls.changePassword, { body: { current, password: typed.password } }),
    )
    notices.say('good', t('account.passwordChanged'))
    onClose()
  }
  return (
    <Dialog title={t('account.changePassword')} onClose={onClose}>
      <DialogBody>
        <Form
          onSubmit={() => {
            if (isReady) void attempt.run(send)
          }}
        >
          {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
          <TextField
            label={t('account.currentPassword')}
            name="current"
            type="password"
            autoComplete="current-password"
            value={current}
            error={attempt.fields['current']}
            onChange={setCurrent}
          />
          <NewPasswordFields typed={typed} onChange={setTyped} error={attempt.fields['password']} />
          <Button
            type="submit"
            tone="primary"
            isLarge
            isBusy={attempt.isBusy}
            disabled={current === '' || !isReady}
          >
            {t('login.savePassword')}
          </Button>
        </Form>
      </DialogBody>
    </Dialog>
  )
}

function TotpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { session } = useOffice()
  return (
    <Dialog title={t('account.totp')} onClose={onClose}>
      <DialogBody>
        <div className={styles.stack}>
          <TotpSetup
            onDone={(next) => {
              session.set(next)
              notices.say('good', t('account.totpAdded'))
              onClose()
            }}
          />
        </div>
      </DialogBody>
    </Dialog>
  )
}

function CodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const [password, setPassword] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const attempt = useAttempt()
  return (
    <Dialog title={t('account.codesTitle')} onClose={onClose}>
      <DialogBody>
        {codes ? (
          <div className={styles.stack}>
            <RecoveryCodes codes={codes} onDone={onClose} />
          </div>
        ) : (
          <Form
            onSubmit={() =>
              void attempt.run(async () => {
                const answer = await client.call(accountCalls.renewRecoveryCodes, { body: { password } })
                setCodes(answer.recoveryCodes)
              })
            }
          >
            {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
            <TextField
              label={t('account.currentPassword')}
              name="password"
              type="password"
              autoComplete="current-password"
              value={password}
              error={attempt.fields['password']}
              onChange={setPassword}
            />
            <Button type="submit" tone="primary" isLarge isBusy={attempt.isBusy} disabled={password === ''}>
              {t('account.renewCodes')}
            </Button>
          </Form>
        )}
      </DialogBody>
    </Dialog>
  )
}

function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { client, session } = useOffice()
  const [name, setName] = useState('')
  const attempt = useAttempt()
  const send = async () => {
    session.set(await addPasskey(client, name.trim()))
    notices.say('good', t('account.passkeyAdded'))
    onClose()
  }
  return (
    <Dialog title={t('account.addPasskey')} onClose={onClose}>
      <DialogBody>
        <Form onSubmit={() => void attempt.run(send)}>
          {attempt.failure !== undefined && <Alert tone="bad">{attempt.failure}</Alert>}
          <TextField
            label={t('account.passkeyName')}
            hint={t('account.passkeyNameHint')}
            name="name"
            maxLength={60}
            value={name}
            error={attempt.fields['name']}
            onChange={setName}
          />
          <Button
            type="submit"
            tone="primary"
            isLarge
            icon={Fingerprint}
            isBusy={attempt.isBusy}
            disabled={name.trim() === ''}
          >
            {t('account.addPasskey')}
          </Button>
        </Form>
      </DialogBody>
    </Dialog>
  )
}

/** 'Chrome · Linux' of a User-Agent; the whole where it is neither known. */
function browserName(agent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|CrOS|Linux)/.exec(agent)?.[1]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS', CrOS: 'ChromeOS' }
  const parts = [browser, system].flatMap((part) => (part === undefined ? [] : [names[part] ?? part]))
  return parts.length === 0 ? agent : parts.join(' · ')
}
