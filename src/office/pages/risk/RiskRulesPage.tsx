import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { riskRuleCalls } from '#contract/office/risk.ts'
import { riskRules, type RiskRule, type RiskThresholds } from '#contract/rules/risk.ts'
import { attempts } from '../../data/attempts.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { messageOf, OfficeError } from '../../data/OfficeError.ts'
import { notices } from '../../ui/actions/notices.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckField, Form, TextArea, TextField } from '../../ui/Field.tsx'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { useUnsavedWarning } from '../../ui/useUnsavedWarning.tsx'
import { RiskTabs } from './riskParts.tsx'
import {
  changedThresholds,
  renewedEdits,
  writeThresholds,
  type ThresholdEdits,
  type TypedThreshold,
} from './typedThresholds.ts'
import styles from './risk.module.css'

const riskRulesKey = ['riskRules']

export default function RiskRulesPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const rules = useQuery({
    queryKey: riskRulesKey,
    queryFn: ({ signal }) => client.call(riskRuleCalls.get, {}, { signal }),
    retry: false,
  })
  return (
    <>
      <PageHeader title={t('risk.rules')} text={t('risk.rulesText')} />
      <RiskTabs />
      <PageBody>
        {rules.data ? (
          <RulesForm stored={rules.data} readAgain={async () => (await rules.refetch()).data} />
        ) : rules.error ? (
          <Failed error={rules.error} onRetry={() => void rules.refetch()} />
        ) : (
          <LoadingLines count={5} />
        )}
      </PageBody>
    </>
  )
}

interface FormProps {
  stored: RiskThresholds
  /** What is stored by now; undefined: it could not be read. */
  readAgain: () => Promise<RiskThresholds | undefined>
}

function RulesForm({ stored, readAgain }: FormProps) {
  const { t } = useTranslation()
  const { client } = useOffice()
  const queries = useQueryClient()
  const may = useMay()
  // A rule that nobody is changing here shows what is stored, whoever stores it.
  const [edits, setEdits] = useState<ThresholdEdits>({})
  const [reason, setReason] = useState('')
  const [failure, setFailure] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const isLeaving = useRef(false)
  const warning = useUnsavedWarning(Object.keys(edits).length > 0 || reason !== '', isLeaving)
  const isReadOnly = !may(riskRuleCalls.change.permission)
  const written = writeThresholds(stored)
  const typedOf = (rule: RiskRule) => edits[rule]?.typed ?? written[rule]
  const fieldOf = (rule: RiskRule) => `rules.${rule}.threshold`
  const change = (rule: RiskRule, next: Partial<TypedThreshold>) => {
    setEdits((before) => ({
      ...before,
      [rule]: {
        typed: { ...(before[rule]?.typed ?? written[rule]), ...next },
        seen: before[rule]?.seen ?? stored[rule],
      },
    }))
  }
  /** Says at their fields what another person has stored meanwhile; saving again replaces it. */
  const showOthers = async () => {
    const now = await readAgain()
    if (!now) return
    const { others } = renewedEdits(edits, now)
    const texts = writeThresholds(now)
    setEdits((before) => renewedEdits(before, now).edits)
    setFields(
      Object.fromEntries(
        others.map((rule) => [
          fieldOf(rule),
          now[rule].isOn ? t('risk.othersValue', { value: texts[rule].text }) : t('risk.othersOff'),
        ]),
      ),
    )
  }
  const submit = async () => {
    if (isBusy) return
    const { rules, seen, problems } = changedThresholds(edits)
    setFailure(undefined)
    setFields(Object.fromEntries(problems.map(({ rule, problem }) => [fieldOf(rule), t(problem)])))
    if (problems.length > 0) return
    setBusy(true)
    try {
      const outcome = await attempts.run(riskRuleCalls.change.name, (options) =>
        client.act(riskRuleCalls.change, { body: { rules, seen, reason } }, options),
      )
      if (!outcome.isPending) queries.setQueryData(riskRulesKey, outcome.answer)
      setEdits({})
      setReason('')
      notices.say('good', t('risk.saved'))
      await queries.invalidateQueries()
    } catch (error) {
      setFields(error instanceof OfficeError ? error.fields : {})
      setFailure(messageOf(error))
      if (error instanceof OfficeError && error.status === 409) await showOthers()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel>
      <Form onSubmit={() => void submit()}>
        {riskRules.map((rule) => {
          const error = fields[fieldOf(rule)]
          const typed = typedOf(rule)
          return (
            <div key={rule} className={styles.rule}>
              <CheckField
                label={t(`riskRules.${rule}`)}
                isOn={typed.isOn}
                onChange={(isOn) => !isReadOnly && change(rule, { isOn })}
              />
              <TextField
                label={t(`riskUnits.${rule}`)}
                inputMode="decimal"
                disabled={isReadOnly || !typed.isOn}
                value={typed.text}
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
              onChange={setReason}
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
      {warning}
    </Panel>
  )
}
