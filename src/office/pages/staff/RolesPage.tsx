import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayRole, permissions, roles } from '#contract/office/permissions.ts'
import { VisuallyHidden } from '#renderer/ui/VisuallyHidden.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import styles from './staff.module.css'

/** What each role may do, in the words that a refusal says. */
export default function RolesPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader title={t('rolesPage.title')} text={t('rolesPage.text')} />
      <PageBody>
        <Panel isFlush>
          {/* Reached by Tab, so that the arrow keys scroll it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={styles.roles} role="group" aria-label={t('rolesPage.title')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('rolesPage.permission')}</th>
                  {roles.map((role) => (
                    <th key={role} scope="col">
                      {t(`roles.${role}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {permissions.map((permission) => (
                  <tr key={permission}>
                    <th scope="row">{t(`permissions.${permission}`)}</th>
                    {roles.map((role) => (
                      <td key={role}>
                        {mayRole(role, permission) ? (
                          <>
                            <Check aria-hidden />
                            <VisuallyHidden>{t('rolesPage.yes')}</VisuallyHidden>
                          </>
                        ) : (
                          <VisuallyHidden>{t('rolesPage.no')}</VisuallyHidden>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      </PageBody>
    </>
  )
}
