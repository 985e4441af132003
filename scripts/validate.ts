/**
 * `npm run validate`: every page through W3C's validator, the Nu HTML checker, which needs Java: those of the builds
 * (prerendered in each language, games, back office, QA's controls), e-mails, payment pages, receipts, pages of links.
 * `-- FOLDER` adds the documents of that folder, which a run of Playwright with E2E_DOCUMENTS=FOLDER keeps of every
 * screen that it looks at.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtPages } from './validation/builtPages.ts'
import { serverPages } from './validation/serverPages.ts'
import { tolerated } from './validation/tolerated.ts'

interface Message {
  type: string
  url: string
  message: string
  extract?: string
}

const hasJava = spawnSync('java', ['-version']).status === 0
if (!hasJava)
  console.log('skipped: pages by W3C’s validator: there is no Java (apt install default-jre-headless)')
else process.exitCode = (await validateAll(process.argv[2])) ? 0 : 1

async function validateAll(kept: string | undefined): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  try {
    const { files, missing } = builtPages()
    const own = await serverPages()
    for (const { name, html } of own) {
      const file = join(folder, `${name}.html`)
      writeFileSync(file, html)
      files.push(file)
    }
    if (kept !== undefined)
      files.push(...readdirSync(kept).flatMap((name) => (name.endsWith('.html') ? [join(kept, name)] : [])))
    const messages = validate(files)
    const used = new Set<RegExp>()
    const errors = messages.filter(({ message }) => {
      const exception = tolerated.find((each) => each.message.test(message))
      if (exception) used.add(exception.message)
      return !exception
    })
    for (const line of grouped(errors, folder)) console.error(line)
    const unused = tolerated.filter(
      ({ message, inScreens }) => !used.has(message) && (kept !== undefined || !inScreens),
    )
    for (const { message } of unused) console.error(`nothing needs the exception ${message} any more`)
    for (const build of missing)
      console.error(`${build} is missing, so its pages are not validated: build it`)
    console.log(`${files.length} pages, ${errors.length} errors`)
    return errors.length + unused.length + missing.length === 0
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function validate(files: readonly string[]): Message[] {
  const jar = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'))
  const options = ['-Xss4m', '-jar', jar, '--format', 'json', '--errors-only', '--stdout', ...files]
  const { stdout, stderr, error } = spawnSync('java', options, { encoding: 'utf8', maxBuffer: 2 ** 30 })
  if (error) throw error
  try {
    return (JSON.parse(stdout) as { messages: Message[] }).messages
  } catch (cause) {
    throw new Error(`the validator has failed: ${stderr || stdout}`, { cause })
  }
}

/** One line for each kind of mistake: how often, in which page first, and where in it. */
function grouped(errors: readonly Message[], folder: string): string[] {
  const groups = new Map<string, Message[]>()
  for (const error of errors) groups.set(error.message, [...(groups.get(error.message) ?? []), error])
  return [...groups].map(([message, all]) => {
    const path = fileURLToPath(all[0]?.url ?? '')
    const name = path.startsWith(folder) ? relative(folder, path) : relative('.', path)
    return `${all.length} x ${message}\n    ${name}: ${all[0]?.extract?.replaceAll(/\s+/g, ' ') ?? ''}`
  })
}
