import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const project = resolve(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'jsx-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** How many texts the rule finds that do not stand alone. */
function found(views: string[]): number {
  const config = join(folder, 'oxlint.json')
  const file = join(folder, 'view.tsx')
  const settings = {
    jsPlugins: [join(project, 'scripts/jsxRules.mjs')],
    categories: { correctness: 'off' },
    rules: { 'palpite/text-stands-alone': 'error' },
  }
  writeFileSync(config, JSON.stringify(settings))
  writeFileSync(file, views.map((view, index) => `export const view${index} = () => ${view}`).join('\n'))
  const { stdout } = spawnSync(
    process.execPath,
    [join(project, 'node_modules/oxlint/bin/oxlint'), '-c', config, '--format', 'unix', file],
    { encoding: 'utf8' },
  )
  return stdout.match(/text-stands-alone/g)?.length ?? 0
}

it('finds texts beside other content, and no text in an element of its own', () => {
  const wrong = [
    "<p><Icon /> {t('a')}</p>",
    '<p>{t(`a.${b}`)}{" "}<b>{x}</b></p>',
    '<><Icon />{`${n}×`}</>',
    "<p><Icon />{isOpen && t('a')}</p>",
    '<p><Icon />{isOpen ? formatMoney(a, b) : <i />}</p>',
    '<button>{icon}{props.label}</button>',
    '<b><Icon />{line + 1}</b>',
    '<p><Icon />{texts.errors[kind]}</p>',
    '<p><b>{a}</b> · <b>{c}</b></p>',
    "<p><b>{a}</b>{' · '}<b>{c}</b></p>",
    "<>{t('a')}</>",
    "{ function Percent() { return value === null ? '–' : `${value} %` }; return <Percent /> }",
    "{ function Role() { return t('a') as string }; return <Role /> }",
  ]
  expect(found(wrong)).toBe(wrong.length)
  const right = [
    "<p>{t('a')}</p>",
    "<p>\n  {/* why */}\n  {t('a')}\n</p>",
    "<p><Icon /> <span>{t('a')}</span></p>",
    "<p><Icon />{isOpen && <span>{t('a')}</span>}</p>",
    '<div>{icon}{children}{list.map((each) => <i key={each} />)}</div>',
    "<p><b>{a}</b>{' '}<b>{c}</b></p>",
    '<>{a && <b>{a}</b>}</>',
    "{ function nameOf() { return t('a') }; return <p>{nameOf()}</p> }",
  ]
  expect(found(right)).toBe(0)
})
