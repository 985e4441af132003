import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { riskRuleCalls } from '#contract/office/risk.ts'
import { riskRules, type RiskRule, type RiskThresholds } from '#contract/rules/risk.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { newKey } from '../../data/officeClient.ts'
import { isRefusal, OfficeError } from '../../data/OfficeError.ts'
import { notices } from '../../ui/actions/notices.ts'
import { messageOf } from '../../ui/actions/useActions.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField, Form, TextArea, TextField } from '../../ui/Field.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { RiskTabs } from './riskParts.tsx'
import { readThresholds, writeThresholds, type TypedThreshold } from './typedThresholds.ts'
import styles from './risk.module.css'

export default function RiskRulesPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const rules = useQuery({
    queryKey: ['riskRules'],
    queryFn: ({ signal }) => client.call(riskRuleCalls.get, {}, { signal }),
    retry: false,
  })
  return (
    <>
      <PageHeader title={t('risk.rules')} text={t('risk.rulesText')} />
      <RiskTabs />
      <PageBody>
        {rules.data ? (
          <RulesForm stored={rules.data} />
        ) : rules.error ? (
          <Failed error={rules.error} onRetry={() => void rules.refetch()} />
        ) : (
          <LoadingLines count={5} />
        )}
      </PageBody>
    </>
  )
}

function RulesForm({ stored }: { stored: RiskThresholds }) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const may = useMay()
  const [typed, setTyped] = useState(() => writeThresholds(stored))
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const [key, setKey] = useState(newKey)
  const isReadOnly = !may(riskRuleCalls.change.permission)
  const change = (rule: RiskRule, next: Partial<TypedThreshold>) => {
    setTyped((before) => ({ ...before, [rule]: { ...before[rule], ...next } }))
    setKey(newKey())
  }
  const submit = async () => {
    if (isBusy) return
    const { rules, problems } = readThresholds(typed)
    setFailure(undefined)
    setFields(
      Object.fromEntries(problems.map(({ rule, problem }) => [`rules.${rule}.threshold`, t(problem)])),
    )
    if (problems.length > 0) return
    setBusy(true)
    try {
      await client.act(riskRuleCalls.change, { body: { rules, reason } }, { idempotencyKey: key })
      setReason('')
      notices.say('good', t('risk.saved'))
      setKey(newKey())
      await queries.invalidateQueries()
    } catch (error) {
      if (isRefusal(error)) setKey(newKey())
      setFields(error instanceof OfficeError ? error.fields : {})
      setFailure(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel>
      <Form onSubmit={() => void submit()}>
        {riskRules.map((rule) => {
          const error = fields[`rules.${rule}.threshold`]
          return (
            <div key={rule} className={styles.rule}>
              <CheckField
                label={t(`riskRules.${rule}`)}
                isOn={typed[rule].isOn}
                onChange={(isOn) => !isReadOnly && change(rule, { isOn })}
              />
              <TextField
                label={t(`riskUnits.${rule}`)}
                inputMode="decimal"
                disabled={isReadOnly || !typed[rule].isOn}
                value={typed[rule].text}
                onChange={(text) => change(rule, { text })}
                {...(error === undefined ? {} : { error })}
              />
            </div>
          )
        })}
        {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
        {!isReadOnly && (
          <>
            <TextArea
              name="reason"
              label={t('actions.reason')}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={(value) => {
                setReason(value)
                setKey(newKey())
              }}
              {...(fields['reason'] === undefined ? {} : { error: fields['reason'] })}
            />
            <div>
              <Button type="submit" tone="primary" isBusy={isBusy}>
                {t('risk.save')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Panel>
  )
}
