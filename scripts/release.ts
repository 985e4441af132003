/**
 * `npm run release -- --key FILE --to FOLDER --url ADDRESS`: offers the Debian package in release/ to the terminals, as a signed
 * apt repository in FOLDER, which is the server's UPDATES_DIR. ADDRESS is the server's. The key is made at the first run; its
 * public part is in the file that a terminal's administrator installs once. On Debian, with apt-utils and gnupg.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { kioskPackage, releaseFolder } from '#contract/release.ts'
import { brandFolder, readBrand } from './brand/readBrand.ts'
import { writeRepository } from './packaging/aptRepository.ts'

const { values } = parseArgs({
  options: { key: { type: 'string' }, to: { type: 'string' }, url: { type: 'string' } },
})
if (!values.key || !values.to || !values.url) {
  console.error('release: --key FILE --to FOLDER --url ADDRESS')
  process.exit(1)
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const deb = join('release', `${kioskPackage}_${version}_amd64.deb`)
if (!existsSync(deb)) {
  console.error(`release: ${deb} is missing; run \`npm run package -- --deb\` on Debian first`)
  process.exit(1)
}
const url = new URL(releaseFolder, values.url).href
const fingerprint = writeRepository({
  deb,
  key: resolve(values.key),
  folder: resolve(values.to),
  url,
  owner: readBrand(brandFolder()).name,
})
console.log(`release ${version} is in ${values.to}, signed with ${fingerprint}
on a terminal, once: curl -fo /etc/apt/sources.list.d/${kioskPackage}.sources ${url}${kioskPackage}.sources`)
