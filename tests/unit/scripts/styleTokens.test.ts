import stylelint from 'stylelint'
import { describe, expect, it } from 'vitest'

/** What `npm run lint:styles` says of a declaration in a file of the client. */
async function complaints(declaration: string, codeFilename = 'src/renderer/ui/Card.module.css') {
  const { results } = await stylelint.lint({ code: `.card {\n  ${declaration};\n}\n`, codeFilename })
  return results.flatMap(({ warnings }) => warnings.map(({ rule }) => rule))
}

describe('styles', () => {
  it.each([
    'color: #ffffff',
    'color: white',
    'color: rgb(255 255 255 / 20%)',
    'background: linear-gradient(180deg, rgba(0, 0, 0, 0.4), transparent)',
    'box-shadow: 0 1px 0 hsl(120deg 40% 40%)',
    '--face: #0b6b42',
    'padding: 0.12rem',
    'gap: var(--s-1) .06rem',
    'margin-inline: -0.08rem',
    'padding-bottom: calc(var(--gutter) + 0.1rem)',
    'border-radius: 0.14rem',
    'border-top-left-radius: 1rem',
  ])('may not have a value of their own: %s', async (declaration) => {
    expect(await complaints(declaration)).toHaveLength(1)
  })

  it.each([
    'color: var(--text)',
    'background: rgb(var(--white-rgb) / 12%)',
    'padding: var(--s-2) calc(-1 * var(--gutter))',
    'margin: 0 auto 1px',
    'border-radius: var(--r-m) 50%',
    'width: 0.44rem',
  ])('have tokens: %s', async (declaration) => {
    expect(await complaints(declaration)).toEqual([])
  })

  it('get the values from files of tokens', async () => {
    expect(await complaints('--white: #ffffff', 'src/renderer/ui/tokens.css')).toEqual([])
  })
})
