import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { structureFindings } from '../../scripts/validation/structure.ts'
import { textsOfReact } from './translate.ts'

/** Where `npm run validate` finds them. */
const folder = process.env['E2E_DOCUMENTS']

/**
 * What is wrong with the structure of the current screen and of its frames, and texts that a translator would take away from
 * the program. Keeps the documents if the run asks for them.
 */
export async function documentFindings(page: Page, name: string): Promise<string[]> {
  const documents = await Promise.all(page.frames().map((frame) => frame.evaluate(serialise)))
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true })
    for (const [index, html] of documents.entries())
      writeFileSync(join(folder, `${fileName(name)}${index > 0 ? `-frame${index}` : ''}.html`), html)
  }
  return [...(await Promise.all(documents.map(structureFindings))).flat(), ...(await textsOfReact(page))]
}

const fileName = (name: string) => name.replaceAll(/[^\w.-]+/g, '-')

/** Without what ALTCHA draws in its element, which is not ours. */
function serialise(): string {
  const html = document.documentElement.outerHTML.replaceAll(
    /(<altcha-widget[^>]*>).*?(?=<\/altcha-widget>)/gs,
    '$1',
  )
  return `<!doctype html>\n${html}`
}
