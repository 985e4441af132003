/** `npm run guide`: writes the guide for players of each jurisdiction profile, docs/player.md for the default one. A unit test compares them. */
import { readdirSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { loadProfile } from '#server/config/jurisdictions.ts'
import { guidePath, playerGuide } from './guide/playerGuide.ts'
import { formatText } from './formatText.ts'

for (const file of readdirSync('resources/jurisdictions')) {
  const name = basename(file, '.json')
  const page = guidePath(name)
  writeFileSync(page, await formatText(page, playerGuide(loadProfile(name))))
  console.log(page)
}
