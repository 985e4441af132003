import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bonusKinds, type BonusKind } from '#contract/rules/bonusKinds.ts'
import { languageCodes, languages, toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { lazyPages, valuePages } from '#renderer/app/pages.ts'
import { ruleFigures } from '#renderer/i18n/ruleFigures.ts'
import { sectionsFor, withFigures, type Section } from '#renderer/i18n/sections.ts'

const source = join(import.meta.dirname, '../../../../src/renderer')

async function textsOf(code: LanguageCode): Promise<Map<string, string>> {
  const folder = `../../../../src/renderer/i18n/locales/${code}`
  const parts = (await Promise.all([
    import(`${folder}/initial.ts`),
    import(`${folder}/general.ts`),
    import(`${folder}/own.ts`),
    import(`${folder}/play.ts`),
    import(`${folder}/personal.ts`),
    import(`${folder}/rules.ts`),
  ])) as {
    default: object
  }[]
  return new Map(parts.flatMap(({ default: texts }) => flatten(texts)))
}

function flatten(branch: object, path = ''): [string, string][] {
  return Object.entries(branch).flatMap(([name, value]: [string, unknown]) =>
    // A list of lines is one text: languages may order and split it as they like.
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flatten(value, `${path}${name}.`)
      : [[path + name, String(value)] as [string, string]],
  )
}

/** Values that a language may spell out ("once", "one game"). */
const spelledOut = ['turnover', 'count']
const placeholdersIn = (text = '') =>
  [...text.matchAll(/\{\{(\w+)/g)]
    .flatMap(([, name = '']) => (spelledOut.includes(name) ? [] : [name]))
    .sort()
/** i18next picks `key_one`, `key_other` … itself, and languages differ in which of them they have. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** Languages other than English. */
const translated = languageCodes.filter((code) => code !== 'en_US' && code !== 'nr_NR')
/** Words that are the same in any language: names. */
const names = [
  'Palpite',
  // Of cricket, in every language.
  'Super',
  'over',
  'VIP',
  'CPF',
  'Nonce',
  'RTP',
  'USDT',
  'WhatsApp',
  'Instagram',
  'Android',
  'iPhone',
  'Limbo',
  'Amazonia',
  'Jogadores',
  'Anônimos',
]
/** Words that a language shares with English. */
const sameWords: Partial<Record<LanguageCode, string[]>> = {
  pt_BR: [
    'Touchdowns',
    'Field',
    'goals',
    'E-mail',
    'Captcha',
    'Login',
    'Avatar',
    'Menu',
    'Manual',
    'Turbo',
    'Chance',
    'Total',
    'Double',
    'Slots',
    'Mines',
    'Dice',
    'Status',
    'Badminton',
    'Handicap',
    'Handicap asiático',
    'Decimal',
    'online',
    'min',
    'Odds',
    'odds',
    // The title of the payment frame.
    'Deposit',
  ],
  id_ID: [
    'Bonus',
    'Minimum',
    'Deposit',
    'Double',
    'Detail',
    'Status',
    'Captcha',
    'Avatar',
    'Menu',
    'Manual',
    'Turbo',
    'Game',
    'Level',
    'Valid',
    'Total',
    'online',
    'live',
    'Live',
    'Snooker',
    'Odds',
    'odds',
    'Parlay',
    'Email',
    'Over',
    'Under',
    'Single',
    'Provably',
    'fair',
    'Voucher',
    'Enter',
  ],
  vi_VN: ['Email', 'Menu', 'Hot', 'Double', 'Max', 'Turbo', 'Cricket', 'Set'],
  ru_RU: ['E-mail'],
}
/** Words other than the placeholders; a single letter or a sign such as R$ does not count. */
const wordsOf = (text: string) => text.replace(/\{\{.*?\}\}/g, '').match(/[\p{L}-]{2,}/gu) ?? []

const reference = await textsOf('pt_BR')
const keys = new Set([...reference.keys()].map(base))

describe.each(languageCodes)('dictionary %s', (code) => {
  it('has exactly the keys of Portuguese, none empty', async () => {
    const texts = await textsOf(code)
    expect([...new Set([...texts.keys()].map(base))].sort()).toEqual([...keys].sort())
    expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('has the same placeholders in every text', async () => {
    const texts = await textsOf(code)
    const different = [...reference.keys()].filter(
      (key) =>
        texts.has(key) && placeholdersIn(texts.get(key)).join() !== placeholdersIn(reference.get(key)).join(),
    )
    expect(different).toEqual([])
  })
})

describe('translated', () => {
  it.each(translated)('%s contains no English', async (code) => {
    const english = await textsOf('en_US')
    const allowed = [...names, ...(sameWords[code] ?? [])]
    const untranslated = [...(await textsOf(code))].filter(
      ([key, text]) => english.get(key) === text && !wordsOf(text).every((word) => allowed.includes(word)),
    )
    expect(untranslated).toEqual([])
  })

  it('Nigerian English has the same keys as English', async () => {
    const texts = await textsOf('nr_NR')
    const english = await textsOf('en_US')
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
  })
})

describe('currency', () => {
  it.each(languageCodes)('%s names no other currency than the real', async (code) => {
    const foreign = /₦|¥|₩|₫|₽|€|£|US\$|(?<!R)\$(?!\{)|\bnaira\b/i
    expect([...(await textsOf(code))].filter(([, text]) => foreign.test(text))).toEqual([])
    expect(languages[code]).toMatchObject({ currency: 'BRL', symbol: 'R$' })
  })
})

describe('plural forms', () => {
  it.each(languageCodes)('%s has all the forms of its grammar', async (code) => {
    const texts = await textsOf(code)
    const forms = new Intl.PluralRules(languages[code].locale).resolvedOptions().pluralCategories
    const counted = new Set(
      [...texts.keys()].filter((key) => /_(one|two|few|many|other)$/.test(key)).map(base),
    )
    const missing = [...counted].flatMap((key) =>
      forms
        .map((form) => `${key}_${form}`)
        // A text without a form is the text for every count ("5 人").
        .filter((form) => !texts.has(form) && !texts.has(key)),
    )
    expect(missing).toEqual([])
  })
})

describe('keys in the code', () => {
  it('messages of stores exist', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    )
    const used = files.flatMap((file) =>
      [...readFileSync(join(source, file), 'utf8').matchAll(/\bkey: '([a-z][\w.]*)'/g)].map(
        ([, key]) => key ?? '',
      ),
    )
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((key) => !keys.has(key))).toEqual([])
  })
})

describe('parts of the dictionary', () => {
  const read = (file: string) => readFileSync(join(source, 'app', file), 'utf8')
  const imported = String.raw`async \(\) =>\s*\(await import\('\.\./(\w+/\w+)/[^']+'\)\)\.\w+`
  const pages: Partial<Record<string, { texts?: string | readonly string[] }>> = {
    ...lazyPages,
    ...valuePages,
  }
  const chunks = [
    ...[...read('screens.ts').matchAll(new RegExp(`(\\w+): ${imported}`, 'g'))].map(
      ([, name = '', folder = '']) => {
        const loads = [pages[name]?.texts ?? 'general'].flat()
        return { folder, loads, loadsPlay: loads.includes('play') }
      },
    ),
    ...[
      ...read('overlayRegistry.ts').matchAll(
        new RegExp(`chunk\\(\\s*${imported}(,\\s*'play'|,\\s*\\[[^\\]]*\\])?`, 'g'),
      ),
    ].map(([, folder = '', part]) => {
      const loads = part?.match(/\w+/g) ?? ['general']
      return { folder, loads, loadsPlay: loads.includes('play') }
    }),
  ]
  /** Screens, games and overlays whose chunk loads `play`, and the features that only they use. All others load `general`. */
  const playFolders = [
    ...chunks.filter(({ loadsPlay }) => loadsPlay).map(({ folder }) => `${folder}/`),
    'games/shared/',
    'features/bet/',
    'features/betSlip/',
    'features/odds/',
    'features/poster/',
    'features/tickets/',
  ]
  const inPlay = (file: string) => playFolders.some((folder) => file.startsWith(folder))
  const partOf = async (part: string): Promise<string[]> => {
    const loaded = (await import(`../../../../src/renderer/i18n/locales/pt_BR/${part}.ts`)) as {
      default: object
    }
    return Object.keys(loaded.default)
  }
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('i18n/'),
  )
  const usesTexts = (file: string, names: string[]) =>
    new RegExp(`['"\`](${names.join('|')})\\.[a-zA-Z]`).test(readFileSync(join(source, file), 'utf8'))

  it('are loaded by every game', () => {
    expect(chunks.length).toBeGreaterThan(25)
    const games = chunks.filter(({ folder }) => folder.startsWith('games/'))
    expect(games).toHaveLength(6)
    expect(games.filter(({ loadsPlay }) => !loadsPlay)).toEqual([])
  })

  it('of one part are loaded where they are used: results, saved keys, own stakes, receipts', async () => {
    const own = await partOf('own')
    const using = files.filter((file) => usesTexts(file, own))
    const loading = [
      ...chunks.filter(({ loads }) => loads.includes('own')).map(({ folder }) => `${folder}/`),
      // Only the sports page shows the slip.
      'features/betSlip/',
      // Loads them itself.
      'features/receipts/',
      // The account and the cashier show them, and load their texts.
      'features/balance/SuspendedPrizes.tsx',
      // What the pages of the level and of the invitation show; the tickets' and the games' posters say theirs.
      'features/poster/PosterButtons.tsx',
      // The page of the level loads them, and so does the sheet that tells of a new one.
      'features/vip/LevelPoster.tsx',
    ]
    expect(using.length).toBeGreaterThan(5)
    expect(using.filter((file) => !loading.some((folder) => file.startsWith(folder)))).toEqual([])
  })

  it('are used only where they are loaded: a key of another part would show untranslated', async () => {
    const [play, general] = await Promise.all([partOf('play'), partOf('general')])
    const usingPlay = files.filter((file) => usesTexts(file, play))
    expect(usingPlay.length).toBeGreaterThan(10)
    expect(usingPlay.filter((file) => !inPlay(file))).toEqual([])
    const both = chunks.filter(({ loads, loadsPlay }) => loadsPlay && loads.includes('general'))
    const inBoth = (file: string) => both.some(({ folder }) => file.startsWith(`${folder}/`))
    expect(files.filter((file) => inPlay(file) && !inBoth(file) && usesTexts(file, general))).toEqual([])
  })
})

describe('longer texts', () => {
  const folder = join(source, 'i18n/documents')
  const read = (code: string, name: string) =>
    JSON.parse(readFileSync(join(folder, code, name), 'utf8')) as Section[]
  const names = readdirSync(join(folder, 'pt_BR'))
  const shown = (code: string, name: string) =>
    withFigures(read(code, name), ruleFigures(languages[toLanguageCode(code)]))

  it('are the terms and the support answers', () => {
    expect(names.sort()).toEqual(['support.json', 'terms.json'])
  })

  it.each(readdirSync(folder))('in %s have all sections, none empty', (code) => {
    for (const name of names) {
      const sections = read(code, name)
      expect(sections).toHaveLength(read('pt_BR', name).length)
      expect(sections.every(({ title, text }) => title.trim() !== '' && text.trim() !== '')).toBe(true)
    }
  })

  it.each(readdirSync(folder))('in %s the terms have the table of the turnover, with its heads', (code) => {
    const tables = read(code, 'terms.json').flatMap(({ turnoverTable }) => turnoverTable ?? [])
    expect(tables).toHaveLength(1)
    expect(tables.every(({ chance, counts }) => chance !== '' && counts !== '')).toBe(true)
  })

  it.each(readdirSync(folder))('in %s the terms name only the bonuses that the profile has', (code) => {
    const sections = shown(code, 'terms.json')
    const textOf = (has: readonly BonusKind[]) =>
      sectionsFor(sections, (kind) => has.includes(kind))
        .flatMap(({ title, paragraphs }) => [title, ...paragraphs])
        .join('\n')
    expect(textOf([])).not.toMatch(/b[ôo]nus|(?<!trả |rút )thưởng|ボーナス|보너스|奖金|бонус/i)
    expect(textOf(['cashback'])).not.toContain('500')
    expect(textOf(['multiplier'])).toContain('500')
    const all = sections.flatMap(({ title, text, offers = [] }) => [
      title,
      text,
      ...offers.map((offer) => offer.text),
    ])
    expect(textOf(bonusKinds)).toBe(all.join('\n'))
    expect(sections.flatMap(({ offers = [] }) => offers)).toHaveLength(6)
  })

  it('the terms of every language say where the settlement rules are', () => {
    for (const code of readdirSync(folder))
      expect(read(code, 'terms.json').findIndex(({ isSettlement }) => isSettlement)).toBe(4)
  })

  it('an amount is not broken over two lines', () => {
    for (const code of readdirSync(folder)) {
      const texts = JSON.stringify(shown(code, 'terms.json'))
      expect(texts).toContain('R$\u00a0')
      expect(texts).not.toContain('R$ ')
    }
  })

  it('name the figures of the rules, and no figure that they do not have', () => {
    for (const code of readdirSync(folder)) {
      const texts = names.map((name) => JSON.stringify(shown(code, name))).join('')
      expect(texts).not.toContain('{{')
      expect(texts.replaceAll(/[.,\u00a0]000/g, '000')).toContain(`R$\u00a0${ticketLimits.maxReturn / 100}`)
      const written = names.map((name) => JSON.stringify(read(code, name))).join('')
      // What figures name is written nowhere a second time.
      for (const figure of ['maxReturn', 'offerBets', 'offerShare', 'discountShare', 'fullRtp'])
        expect(written).not.toContain(ruleFigures(languages[toLanguageCode(code)])[figure])
    }
  })

  it('the terms say that players are 18 or older', () => {
    for (const code of readdirSync(folder)) expect(JSON.stringify(read(code, 'terms.json'))).toContain('18')
  })
})
