import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '@playwright/test'
import type { Engine, EngineElement, Key } from './Engine.ts'

type Name = string | RegExp

export interface Where {
  /** Inside of the topmost dialog, region or panel of this name. */
  within?: Name
  /** Also what cannot be pressed yet. */
  anyState?: boolean
}

/** Finds by role and accessible name, as a screen reader does; the same code in every engine. */
const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
const addLibrary = `
  const exports = {}, module = { exports }
  ${library}
  window.findersOfTests = exports
  return true`

const findBody = `
  const [role, name, within, isAnyState] = arguments
  const { queryAllByRole } = window.findersOfTests
  const nameOf = (value) => value && (value.pattern === undefined ? value.text : new RegExp(value.pattern, value.flags))
  const bare = (text) => (text ?? '').replace(/\\s/g, '')
  const textsOf = (element) => [
    element.getAttribute('aria-label'), element.textContent, element.title, element.alt, element.placeholder,
    ...[...(element.labels ?? [])].map((label) => label.textContent),
    ...(element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)]
  // The library computes the name of everything that has the role, which takes most of a test's time: it is asked about what may have it.
  const query = (root, each, wanted) => typeof wanted !== 'string'
    ? queryAllByRole(root, each, wanted ? { name: wanted } : {})
    : queryAllByRole(root, each, { hidden: true }).filter((element) =>
        textsOf(element).some((text) => bare(text).includes(bare(wanted))) &&
        queryAllByRole(element.parentElement, each, { name: wanted }).includes(element))
  let roots = [document.body]
  if (within) roots = ['dialog', 'alertdialog', 'region', 'tabpanel', 'navigation'].flatMap((each) =>
    query(document.body, each, nameOf(within))).slice(-1)
  // A password field has no role.
  const passwords = (root) => role === 'textbox' && name
    ? [...root.querySelectorAll('input[type=password]')].filter(({ labels }) => labels[0]?.textContent.trim() === name.text)
    : []
  const found = roots.flatMap((root) => [
    ...query(root, role, nameOf(name)), ...passwords(root)])
    // The page that the server has drawn stays in the document for a moment.
    .filter((element) => !element.closest('#prerender'))
  return found.find((element) => isAnyState || !(element.disabled || element.getAttribute('aria-disabled') === 'true')) ?? null`

const farthest = 90
const nameOfFocus = `
  const focus = document.activeElement
  // A panel has the focus before the first thing in it.
  if (!focus.matches('input, textarea, button, a')) return ''
  return focus.getAttribute('aria-label') ?? (focus.labels?.[0] ?? focus).textContent.trim()`

/** Somebody with a phone of the given engine. Every step waits until it is possible. */
export class Visitor {
  readonly #engine: Engine
  readonly #origin: string

  constructor(engine: Engine, origin: string) {
    this.#engine = engine
    this.#origin = origin
  }

  async open(path: string): Promise<void> {
    await this.#engine.goto(new URL(path, this.#origin).href)
  }

  async path(): Promise<string> {
    return new URL(await this.#engine.url()).pathname
  }

  async has(role: string, name?: Name, where: Where = {}): Promise<boolean> {
    return (await this.#query(role, name, { anyState: true, ...where })) !== null
  }

  async sees(role: string, name?: Name, where?: Where): Promise<void> {
    await expect.poll(() => this.has(role, name, where), { message: `${role} ${String(name)}` }).toBe(true)
  }

  async seesNo(role: string, name?: Name, where?: Where): Promise<void> {
    await expect
      .poll(() => this.has(role, name, where), { message: `no ${role} ${String(name)}` })
      .toBe(false)
  }

  async press(role: string, name: Name, where: Where = {}): Promise<void> {
    // What still moves, or is covered for a moment, is refused by the driver.
    await expect(async () => {
      const element = await this.#query(role, name, where)
      if (!element) throw new Error(`no ${role} ${String(name)}`)
      try {
        await element.click()
      } catch (error) {
        // A person scrolls to what a bar covers. WebKit's driver does not, and refuses with a name and no message.
        await this.#engine.run(
          `(function () { ${findBody} }).apply(window, arguments)?.scrollIntoView({ block: 'center' })`,
          ...argumentsOf(role, name, where),
        )
        throw new Error(`${role} ${String(name)}: ${String(error)}`, { cause: error })
      }
    }).toPass()
  }

  async fill(name: Name, text: string, where?: Where): Promise<void> {
    let length = 0
    // While a page is still being drawn, a press may not reach the field.
    await expect(async () => {
      await this.press('textbox', name, where)
      length = await this.#engine.run<number>(
        'const field = document.activeElement; field.select(); return field.value.length',
      )
    }).toPass()
    if (length > 0) await this.#engine.press('Backspace')
    await this.#engine.type(text)
  }

  async pressKey(key: Key): Promise<void> {
    await this.#engine.press(key)
  }

  /** The text of the first element of this role and name; null when there is none. */
  async textOf(role: string, name?: Name, where: Where = {}): Promise<string | null> {
    await this.#prepare()
    return this.#engine.run<string | null>(
      `return (function () { ${findBody} }).apply(window, arguments)?.textContent ?? null`,
      ...argumentsOf(role, name, { anyState: true, ...where }),
    )
  }

  async reads(role: string, name: Name | undefined, text: Name, where?: Where): Promise<void> {
    const matcher = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
    await expect
      .poll(() => this.textOf(role, name, where), { message: `${role} ${String(name)}` })
      .toEqual(matcher)
  }

  async seesText(text: string): Promise<void> {
    await expect.poll(() => this.#hasText(text), { message: text }).toBe(true)
  }

  async seesNoText(text: string): Promise<void> {
    await expect.poll(() => this.#hasText(text), { message: `no ${text}` }).toBe(false)
  }

  #hasText(text: string): Promise<boolean> {
    return this.#engine.run('return document.body.innerText.includes(arguments[0])', text)
  }

  /** Presses Tab until the name of what has the focus begins with this. */
  async tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < farthest; presses++) {
      if ((await this.#engine.run<string>(nameOfFocus)).startsWith(name)) return
      await this.#engine.press('Tab')
    }
    throw new Error(`${name}: not reached with ${farthest} presses of Tab`)
  }

  /** Runs the steps inside of the iframe of this title. */
  async inFrame(title: string, steps: () => Promise<void>): Promise<void> {
    const find = () =>
      this.#engine.pick(
        'return [...document.querySelectorAll("iframe")].find((each) => each.title === arguments[0]) ?? null',
        title,
      )
    await expect.poll(async () => (await find()) !== null, { message: `the frame ${title}` }).toBe(true)
    const frame = await find()
    if (!frame) throw new Error(`no frame ${title}`)
    await this.#engine.enter(frame)
    try {
      await steps()
    } finally {
      await this.#engine.leave()
    }
  }

  async #query(role: string, name?: Name, where: Where = {}): Promise<EngineElement | null> {
    await this.#prepare()
    return this.#engine.pick(findBody, ...argumentsOf(role, name, where))
  }

  /** Each document needs the library once. */
  async #prepare(): Promise<void> {
    if (
      !(await this.#engine.run<boolean>(
        'return window.findersOfTests !== undefined && document.body !== null',
      ))
    )
      await this.#engine.run(addLibrary)
  }
}

function argumentsOf(role: string, name: Name | undefined, { within, anyState = false }: Where): unknown[] {
  const sent = (value: Name | undefined) =>
    value === undefined
      ? null
      : typeof value === 'string'
        ? { text: value }
        : { pattern: value.source, flags: value.flags }
  return [role, sent(name), sent(within), anyState]
}
