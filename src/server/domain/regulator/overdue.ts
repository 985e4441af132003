import type { OverdueState } from '#contract/office/regulator.ts'
import { familyNames, type ReportFamily } from '#contract/rules/regulatorReports.ts'

/** How many days after its end the report of a period is due. */
export const daysAfter = 2

export interface OverdueDbRow {
  id: string
  family: ReportFamily
  period: string
  due_on: string
  state: OverdueState
  error: string | null
  lots: number
  sent: number
}

const daily = familyNames.filter((family) => family !== 'operatorMonths')

/**
 * SQL: the periods (`p`) that were due by the day $1 and of which not every lot was delivered, from the first day on that reports
 * count. `state` is the first thing that keeps it: no report, or what has become of its lots.
 */
export const overdueSql = `
  select p.* from (
    select d.family || ' ' || d.period as id, d.family, d.period, d.due_on, coalesce(l.lots, 0)::int as lots,
      coalesce(l.sent, 0)::int as sent,
      case when l.lots is null then case when r.family is null then 'missing' when r.error is null then 'requested' else 'failed' end
        else l.state end as state,
      coalesce(l.error, r.error) as error
    from (
      select family, to_char(day, 'YYYY-MM-DD') as period, to_char(day + ${daysAfter}, 'YYYY-MM-DD') as due_on
        from (select s::date as day from generate_series(
          (select min(day) from report_days)::timestamp, $1::timestamp - interval '${daysAfter} days', interval '1 day') s) days
        cross join unnest(array[${daily.map((family) => `'${family}'`).join(', ')}]) as family
      union all
      select 'operatorMonths', to_char(month, 'YYYY-MM'), to_char(month + interval '1 month ${daysAfter} days', 'YYYY-MM-DD')
        from generate_series(date_trunc('month', (select min(day) from report_days)::timestamp),
          $1::timestamp - interval '1 month ${daysAfter} days', interval '1 month') as month
    ) d
    left join (
      select family, period, count(*) as lots,
        -- By its state: one that was sent again and refused has been sent, and is not there.
        count(*) filter (where state = 'sent') as sent,
        (array_agg(state order by array_position(
          array['refused', 'invalid', 'noSchema', 'written', 'queued', 'ready'], state)) filter (where state <> 'sent'))[1] as state,
        max(error) filter (where state <> 'sent') as error
      from regulator_lots group by family, period
    ) l using (family, period)
    left join regulator_requests r using (family, period)
    where l.lots is null or l.sent < l.lots
  ) p`
