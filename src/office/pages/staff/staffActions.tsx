import { KeyRound, LockOpen, MailPlus, ShieldCheck, UserCheck, UserPlus, UserX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { roles } from '#contract/office/permissions.ts'
import { staffCalls, type StaffLink, type StaffRow } from '#contract/office/staff.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './staff.module.css'

const byId = ({ id }: StaffRow, { reason }: { reason: string }) => ({ params: { id }, body: { reason } })
const roleChoices = roles.map((value) => ({ value, label: `roles.${value}` as const }))
const roleOf = (text: string | undefined) => roles.find((role) => role === text) ?? 'support'

export const inviteAction: Action = defineAction({
  call: staffCalls.invite,
  icon: UserPlus,
  key: 'i',
  isPrimary: true,
  fields: [
    { name: 'name', label: 'staff.name' },
    { name: 'email', label: 'staff.email', kind: 'email' },
    { name: 'role', label: 'staff.role', kind: 'select', choices: roleChoices },
  ],
  request: (_page, values) => ({
    body: {
      name: values['name'] ?? '',
      email: values['email'] ?? '',
      role: roleOf(values['role']),
      reason: values.reason,
    },
  }),
  result: (answer) => <LinkResult {...answer} />,
})

export const staffActions: readonly Action<StaffRow>[] = [
  defineAction<typeof staffCalls.changeRole, StaffRow>({
    call: staffCalls.changeRole,
    icon: ShieldCheck,
    isOffered: ({ id, status }, reader) => status !== 'deactivated' && id !== reader.id,
    explain: 'staff.changeRoleText',
    fields: [{ name: 'role', label: 'staff.role', kind: 'select', choices: roleChoices }],
    first: ({ role }) => ({ role }),
    request: ({ id }, values) => ({
      params: { id },
      body: { role: roleOf(values['role']), reason: values.reason },
    }),
  }),
  defineAction<typeof staffCalls.unlock, StaffRow>({
    call: staffCalls.unlock,
    icon: LockOpen,
    isPrimary: true,
    isOffered: ({ status }) => status === 'locked',
    request: byId,
  }),
  defineAction<typeof staffCalls.renewInvitation, StaffRow>({
    call: staffCalls.renewInvitation,
    icon: MailPlus,
    isOffered: ({ status }) => status === 'invited',
    request: byId,
    result: (answer) => <LinkResult {...answer} />,
  }),
  defineAction<typeof staffCalls.resetAccess, StaffRow>({
    call: staffCalls.resetAccess,
    icon: KeyRound,
    isOffered: ({ id, status }, reader) => (status === 'active' || status === 'locked') && id !== reader.id,
    explain: 'staff.resetText',
    request: byId,
    result: (answer) => <LinkResult {...answer} />,
  }),
  defineAction<typeof staffCalls.activate, StaffRow>({
    call: staffCalls.activate,
    icon: UserCheck,
    isPrimary: true,
    isOffered: ({ status }) => status === 'deactivated',
    isUndoable: true,
    request: byId,
  }),
  defineAction<typeof staffCalls.deactivate, StaffRow>({
    call: staffCalls.deactivate,
    icon: UserX,
    isDanger: true,
    isOffered: ({ id, status }, reader) => status !== 'deactivated' && id !== reader.id,
    explain: 'staff.deactivateText',
    isUndoable: true,
    request: byId,
  }),
]

/** A link that is shown once. */
function LinkResult({ link, expiresAt }: StaffLink) {
  const { t } = useTranslation()
  return (
    <div className={styles.link}>
      <Alert tone="warn">{t('staff.linkHint')}</Alert>
      <p className={styles.address}>{link}</p>
      <div className={styles.foot}>
        <CopyButton text={link} hasText />
        <span>
          <span>{t('staff.expires')}</span> <Time value={expiresAt} as="exact" />
        </span>
      </div>
    </div>
  )
}
