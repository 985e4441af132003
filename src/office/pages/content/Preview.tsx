import type { ContentState } from '#contract/office/content.ts'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '#contract/moneyTexts.ts'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { textsIn, type ContentKind } from '#contract/rules/content.ts'
import { classes } from '#renderer/ui/classes.ts'
import styles from './content.module.css'
import { kindParts } from './contentKinds.ts'

/** What a player with a phone would see in the language: the row among the shapes of its page. */
export function Preview(props: { kind: ContentKind; state: ContentState; language: LanguageCode }) {
  const { t } = useTranslation()
  const { kind, state, language } = props
  const texts = (textsIn<object>(state.texts, language) ?? {}) as Record<string, unknown>
  const fields = state.fields as Record<string, unknown>
  const standIn = kindParts[kind].hasStandardTexts ? t('content.standardText') : '…'
  const text = (name: string) => {
    const own = texts[name]
    return typeof own === 'string' && own !== '' ? own : standIn
  }
  const money = (name: string) => formatMoney(cents(Number(fields[name] ?? 0)), languages[language])
  const filled = (line: string) => fill(line, fields, money, language)
  return (
    <figure className={styles.phone} lang={language.replace('_', '-')} data-off={!state.enabled || undefined}>
      <div className={styles.screen}>
        <div className={styles.topBar} aria-hidden>
          <span className={styles.blob} />
          <span className={styles.pill} />
        </div>
        {kind === 'notice' && <p className={styles.notice}>{text('text')}</p>}
        {kind === 'banner' && (
          <div className={classes(styles.banner, styles[String(fields['picture'])])}>
            <span>{text('kicker')}</span>
            <strong>{text('title')}</strong>
            <em>{text('action')}</em>
          </div>
        )}
        {kind === 'promotion' && (
          <article className={styles.promotion}>
            <h3>{filled(text('title'))}</h3>
            <p className={styles.worth}>{money('maximum')}</p>
            <p>{filled(text('text'))}</p>
            <ol>
              {(Array.isArray(texts['rules']) ? texts['rules'] : [standIn]).map((rule) => (
                <li key={String(rule)}>{filled(String(rule))}</li>
              ))}
            </ol>
          </article>
        )}
        {kind === 'package' && (
          <div className={styles.package}>
            <strong>{money('price')}</strong>
            {Number(fields['bonus']) > 0 && <em>{`+${money('bonus')}`}</em>}
          </div>
        )}
        <div className={styles.tiles} aria-hidden>
          <i />
          <i />
          <i />
          <i />
        </div>
        {kind === 'link' && (
          <p className={styles.link}>
            {typeof texts['label'] === 'string' ? texts['label'] : String(fields['url'] ?? '')}
          </p>
        )}
      </div>
      <figcaption>{t('content.preview', { language: languages[language].name })}</figcaption>
    </figure>
  )
}

/** A promotion's text names its terms: `{{maximum}}`. */
function fill(
  line: string,
  fields: Record<string, unknown>,
  money: (name: string) => string,
  language: LanguageCode,
): string {
  const percent = new Intl.NumberFormat(languages[language].locale, {
    style: 'percent',
    maximumFractionDigits: 2,
  })
  const terms: Record<string, string> = {
    percent: percent.format(Number(fields['fraction'] ?? 0)),
    maximum: money('maximum'),
    minimum: money('minimum'),
    days: String(fields['days'] ?? ''),
    turnover: String(fields['turnover'] ?? ''),
  }
  return line.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => terms[name] ?? placeholder)
}
