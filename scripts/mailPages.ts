import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createMailTemplate } from '#server/providers/mail/template/mailTemplate.ts'
import { sampleMails } from './sampleMails.ts'

/** Writes each e-mail in each language as a page: `npx tsx scripts/mailPages.ts FOLDER`. */
const folder = resolve(process.argv[2] ?? 'mail-pages')
const template = createMailTemplate()
const mails = sampleMails()
await mkdir(folder, { recursive: true })
for (const mail of mails) {
  const { html, attachments } = template(mail)
  const whole = attachments.reduce(
    (page, { cid, content }) =>
      page.replace(`cid:${cid}`, `data:image/png;base64,${content.toString('base64')}`),
    html,
  )
  await writeFile(join(folder, `${mail.key}.${mail.language}.html`), whole)
}
process.stdout.write(`${mails.length} pages are in ${folder}\n`)
