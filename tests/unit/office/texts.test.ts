import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageKind } from '#contract/http/messages.schema.ts'
import { auditedActions } from '#contract/office/calls.ts'
import { officePages, permissions, roles } from '#contract/office/permissions.ts'
import { dictionary as en } from '#office/i18n/locales/en/index.ts'
import { dictionary as pt } from '#office/i18n/locales/pt-BR/index.ts'
import { pages } from '#office/app/pages.ts'

type Texts = { [key: string]: string | Texts }
const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[`${path}${name}`, text]] : flat(text, `${path}${name}.`),
  )
const portuguese = new Map(flat(pt))
const english = new Map(flat(en))
const { emails } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../src/server/texts/pt_BR.json'), 'utf8'),
) as { emails: object }
const values = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()

describe('the dictionaries', () => {
  it('have the same keys with the same values, and no empty text', () => {
    expect([...english.keys()].toSorted()).toEqual([...portuguese.keys()].toSorted())
    for (const [key, text] of portuguese) {
      expect(values(english.get(key) ?? ''), key).toEqual(values(text))
      expect(text.trim(), key).not.toBe('')
      expect(english.get(key)?.trim(), key).not.toBe('')
    }
  })

  it('name every permission, role, page, and every call that the audit may show', () => {
    expect(permissions.filter((name) => !portuguese.has(`permissions.${name}`))).toEqual([])
    expect(roles.filter((name) => !portuguese.has(`roles.${name}`))).toEqual([])
    expect(Object.keys(officePages).filter((name) => !portuguese.has(`pages.${name}`))).toEqual([])
    expect(auditedActions.filter((name) => !portuguese.has(`calls.${name}`))).toEqual([])
    expect(
      [...Object.keys(emails), ...messageKind.options].filter((name) => !portuguese.has(`mailKinds.${name}`)),
    ).toEqual([])
  })
})

describe('the pages', () => {
  it('have addresses of their own, and the permission of the contract', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
    for (const { path, permission } of pages) {
      const declared = Object.values(officePages).find((page) => page.path === path)
      if (declared) expect(permission).toBe(declared.permission)
    }
  })
})

describe('the styles', () => {
  it('have colours in tokens.css only', () => {
    const root = join(import.meta.dirname, '../../../src/office')
    const styles = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.css') && !file.endsWith('tokens.css'),
    )
    expect(styles.length).toBeGreaterThan(10)
    const found = styles.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/gi)].map(
        ([colour]) => `${file}: ${colour}`,
      ),
    )
    expect(found).toEqual([])
  })
})
