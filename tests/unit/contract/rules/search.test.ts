import { describe, expect, test } from 'vitest'
import { foldText, search, searchScore } from '#contract/rules/search.ts'

const games = [
  'Minas',
  'Limbo',
  'Dados',
  'Double',
  'Cor da Sorte',
  'Frutas do Brasil',
  'Carnaval',
  'Amazônia',
]
const find = (query: string) => search(query, games, (name) => name)

describe('search', () => {
  test.each([
    ['amazonia', 'Amazônia'],
    ['AMAZÔNIA', 'Amazônia'],
    ['min', 'Minas'],
    ['minsa', 'Minas'],
    ['doble', 'Double'],
    ['duoble', 'Double'],
    ['carnavall', 'Carnaval'],
    ['frtuas', 'Frutas do Brasil'],
    ['brasil frutas', 'Frutas do Brasil'],
    ['cordasorte', 'Cor da Sorte'],
    ['da sorte', 'Cor da Sorte'],
    ['  limbo! ', 'Limbo'],
  ])('%s finds %s first', (query, name) => {
    expect(find(query)[0]).toBe(name)
  })

  test.each(['tucano', 'xyz', 'roleta', 'frutas do japão'])('%s finds nothing', (query) => {
    expect(find(query)).toEqual([])
  })

  test('two letters must match, one wrong letter is allowed from three on', () => {
    expect(find('qi')).toEqual([])
    expect(find('lin')).toContain('Limbo')
  })

  test('a match at the start ranks above one inside, and that above a typo', () => {
    const words = ['Dias', 'Guardas', 'Das Marés', 'Dasa']
    expect(search('das', words, (word) => word)).toEqual(['Das Marés', 'Dasa', 'Guardas', 'Dias'])
  })

  test('an empty query keeps the order and does not modify the list', () => {
    const list = Object.freeze([...games])
    expect(search('  ', list, (name) => name)).toEqual(games)
    expect(search('do', list, (name) => name)).not.toBe(list)
  })

  test('in other scripts, parts of words are found', () => {
    expect(searchScore('猜', '地雷猜猜')).toBe(1)
    expect(searchScore('мин', 'Мины')).toBe(0)
    expect(foldText('Đỏ Ção Straße')).toBe('do cao strasse')
  })
})
