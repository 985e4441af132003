import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const css = readFileSync('src/renderer/ui/fonts.css', 'utf8')

it('has each weight in all scripts: of one that only some have, the letters of the others are the system font’s', () => {
  const weights = [...css.matchAll(/@font-face \{[^}]*?font-weight: ([^;]+);/g)].map(([, range]) => range)
  expect(weights).toHaveLength(3)
  expect(new Set(weights).size).toBe(1)
})
