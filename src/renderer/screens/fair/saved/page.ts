/**
 * The script of the saved verifier. scripts/verifierScript.ts bundles it into one text inside the saved file.
 * It loads nothing and sends nothing.
 */
import { pureHashes } from '#contract/games/pureHashes.ts'
import { verifyRound, type Verification } from '#contract/games/verify.ts'
import { outcomeText } from '../outcomeText.ts'
import type { PageData } from './pageData.ts'

const { language, words } = JSON.parse(document.getElementById('data')?.textContent ?? '') as PageData
const form = document.forms[0] as HTMLFormElement
const output = document.querySelector('output') as HTMLOutputElement

form.addEventListener('input', showFields)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void verify()
})
showFields()
if (valueOf('serverSeed') && valueOf('clientSeed')) void verify()

function valueOf(name: string): string {
  return String(new FormData(form).get(name) ?? '').trim()
}

/** Shows only the fields of the selected game. */
function showFields(): void {
  for (const field of form.querySelectorAll<HTMLElement>('[data-game]')) {
    field.hidden = field.dataset['game'] !== valueOf('game')
  }
}

async function verify(): Promise<void> {
  const [serverSeed, clientSeed, game] = [valueOf('serverSeed'), valueOf('clientSeed'), valueOf('game')]
  if (!serverSeed || !clientSeed) return output.replaceChildren(line('p', words.fill, 'bad'))
  const verified = await verifyRound(
    {
      game,
      serverSeed,
      clientSeed,
      nonce: Number(valueOf('nonce')),
      shownHash: valueOf('shownHash'),
      commitment: game === 'double' ? valueOf('commitment') : '',
      params: { mineCount: Number(valueOf('mineCount')), mode: valueOf('mode') },
    },
    pureHashes,
  )
  output.replaceChildren(verified.ok ? render(verified.value) : line('p', words.fill, 'bad'))
}

function render(verified: Verification): HTMLElement {
  const section = document.createElement('section')
  const outcome = line(
    'p',
    outcomeText(verified, {
      language,
      minesAt: words.minesAt,
      colour: (colour) => words.colours[colour] ?? colour,
    }),
    'outcome',
  )
  outcome.setAttribute('role', 'status')
  outcome.setAttribute('aria-label', words.result)
  section.append(line('h2', words.outcome), outcome)
  const { matchesHash, isInChain } = verified
  if (matchesHash !== null)
    section.append(
      line('p', matchesHash ? words.hashMatches : words.hashDiffers, matchesHash ? 'good' : 'bad'),
    )
  if (isInChain !== null)
    section.append(line('p', isInChain ? words.inChain : words.notInChain, isInChain ? 'good' : 'bad'))
  section.append(line('p', verified.hash, 'small'))
  const details = document.createElement('details')
  const list = line('ol', '', 'small')
  list.append(...verified.floats.map((float) => line('li', String(float))))
  details.append(line('summary', words.floats), list)
  section.append(details)
  return section
}

function line(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  if (className) element.className = className
  return element
}
