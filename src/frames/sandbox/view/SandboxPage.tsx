import { sandboxOfficePath } from '#contract/sandbox.ts'
import type { Language } from '#contract/languages.ts'
import type { SandboxApi } from '../SandboxApi.ts'
import type { Texts } from '../texts.ts'
import { Captchas } from './Captchas.tsx'
import { Clock } from './Clock.tsx'
import { Deposits } from './Deposits.tsx'
import { Double } from './Double.tsx'
import { Faults } from './Faults.tsx'
import { Mailbox } from './Mailbox.tsx'
import { Matches } from './Matches.tsx'
import { PageProvider } from './Page.ts'
import { Players } from './Players.tsx'
import { Reset } from './Reset.tsx'
import { Seeds } from './Seeds.tsx'

/** In the order of the page: two columns, or one below the other. */
const columns = [
  {
    players: Players,
    seeds: Seeds,
    captchas: Captchas,
    mailbox: Mailbox,
    deposits: Deposits,
    double: Double,
  },
  { clock: Clock, faults: Faults, matches: Matches, reset: Reset },
] as const

interface SandboxPageProps {
  api: SandboxApi
  texts: Texts
  language: Language
}

export function SandboxPage({ api, texts, language }: SandboxPageProps) {
  const sections = columns.flatMap((column) => Object.keys(column) as (keyof Texts['sections'])[])
  return (
    <PageProvider value={{ api, texts, language }}>
      <header className="top">
        <h1>
          <span>{__BRAND_NAME__}</span> <span>{texts.title}</span>
        </h1>
        <p>
          <a href={sandboxOfficePath}>{texts.office}</a>
          <a href="/api/docs">{texts.calls}</a>
        </p>
      </header>
      <nav aria-label={texts.nav}>
        {sections.map((section) => (
          <a key={section} href={`#${section}`}>
            {texts.sections[section]}
          </a>
        ))}
      </nav>
      <main>
        {columns.map((column, index) => (
          <div key={index} className="column">
            {Object.entries(column).map(([name, Part]) => (
              <Part key={name} />
            ))}
          </div>
        ))}
      </main>
    </PageProvider>
  )
}
