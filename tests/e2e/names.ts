import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import brand from '#brand/brand.json' with { type: 'json' }
import { expect } from './fixtures.ts'

/** The accessible names by screen, which are a contract: `npm run names` writes what the product shows. */
const file = resolve('packages/qa/names.pt_BR.json')
const isWriting = process.env['NAMES'] === 'write'

type Names = Record<string, string[]>
const recorded = read()

/** What QA finds by role and name. */
const roles =
  /^(alertdialog|button|checkbox|combobox|complementary|dialog|group|heading|link|list|log|navigation|radio|radiogroup|region|slider|spinbutton|status|switch|tab|tabpanel|textbox)$/

/** Expects every name that is recorded for a screen: a new one breaks nobody. Soft, so that the rest of a tour still runs. */
export async function expectNames(page: Page, screen: string): Promise<void> {
  if (isWriting) {
    await page.waitForLoadState('networkidle')
    return write(screen, await namesOf(page))
  }
  const listed = recorded[screen]
  expect.soft(listed, `${screen} has no list of names: \`npm run names\` writes it`).toBeDefined()
  // What is below the first view is loaded a little later.
  await expect
    .configure({ soft: true })
    .poll(async () => without(listed ?? [], await namesOf(page)), {
      message: `names that ${screen} has no more: \`npm run names\`, and a line in the CHANGELOG`,
    })
    .toEqual([])
}

const without = (names: string[], shown: string[]) => names.filter((name) => !shown.includes(name))

/** What is behind a dialog is not always hidden from a snapshot. */
async function namesOf(page: Page): Promise<string[]> {
  const dialogs = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const root = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
  return namesIn(await root.ariaSnapshot())
}

/** `role name`, sorted, of what has a name from the dictionary; data such as teams and players is left out. */
function namesIn(snapshot: string): string[] {
  const names = new Set<string>()
  for (const line of snapshot.split('\n')) {
    const [, quote, role = '', text = ''] = /^\s*- ('?)([a-z]+) "((?:[^"\\]|\\.)*)"/.exec(line) ?? []
    if (!roles.test(role)) continue
    const name = JSON.parse(`"${quote ? text.replaceAll("''", "'") : text}"`) as string
    const known = textOf(name)
    if (known !== undefined) names.add(`${role} ${known}`)
  }
  return [...names].sort()
}

interface Template {
  text: string
  pattern: RegExp
}
const { fixed, templates } = dictionary()

/** A part of the board of sports that is there while few matches are live. */
const ofTheMoment = 'A seguir'

/**
 * The text of the dictionary that a name is, or begins with: 'Futebol, 3 ao vivo' is 'Futebol', 'Casa 1, diamante' is
 * 'Casa {{number}}'. Of 'Resultado final: Casa 1,85' all but the market is data.
 */
function textOf(name: string): string | undefined {
  if (name === ofTheMoment) return undefined
  if (fixed.has(name)) return fixed.get(name)
  if (fixed.has(name.split(': ')[0] ?? '')) return undefined
  return fixed.get(name.split(', ')[0] ?? '') ?? templates.find(({ pattern }) => pattern.test(name))?.text
}

function dictionary(): { fixed: Map<string, string>; templates: Template[] } {
  const folder = 'src/renderer/i18n/locales/pt_BR'
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => textsIn(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
  const shownAs = (text: string) => text.replaceAll('%brand%', brand.name)
  return {
    fixed: new Map(texts.filter((text) => !text.includes('{{')).map((text) => [shownAs(text), text])),
    templates: texts
      // A text that is nearly all data would be every name, and a number of something may be none.
      .filter(
        (text) =>
          text.includes('{{') &&
          !text.includes('{{count}}') &&
          /\p{L}{3}/u.test(text.replace(/\{\{.*?\}\}/g, '')),
      )
      .map((text) => ({ text, pattern: patternOf(shownAs(text)) }))
      // What says most about a name.
      .sort((one, other) => fixedLength(other.text) - fixedLength(one.text)),
  }
}

function fixedLength(text: string): number {
  return text.replace(/\{\{.*?\}\}/g, '').length
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{\{.*?\}\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`, 'u')
}

function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : []
}

function read(): Names {
  return JSON.parse(readFileSync(file, 'utf8')) as Names
}

function write(screen: string, names: string[]): void {
  const all = { ...read(), [screen]: names }
  const sorted = Object.fromEntries(Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
}
