/**
 * `RESULTS=folder npm run sports:compare`: the built-in calendar's football beside real results and closing prices. The folder
 * has files in the form of football-data.co.uk, each a column, or subfolders of them, each a column. Nothing of it is in the
 * repository. `MATCHES` is the number of simulated matches.
 */
import { leagueNamed } from '#server/feed/leagues.ts'
import { readResults } from './sportsCompare/realMatches.ts'
import { simulatedMatches } from './sportsCompare/simulated.ts'
import { printed, tableOf } from './sportsCompare/table.ts'

const { RESULTS, MATCHES = '4000' } = process.env
if (!RESULTS) throw new Error('RESULTS is the folder with the results')
const count = Number(MATCHES)
if (!Number.isInteger(count) || count < 1) throw new Error(`MATCHES ${MATCHES} is not a number of matches`)

/** Where most goals of the home side are scored for each of the other's: the leagues of Brazil. */
const isBrazilian = ({ league }: { league: string }) =>
  (leagueNamed('football', league)?.scoring?.homeRatio ?? 0) > 1.45

// First: a folder without results is said at once.
const results = readResults(RESULTS)
process.stdout.write(
  `${printed(
    tableOf(
      new Map([
        ['simulated', simulatedMatches(count)],
        ['simulated, Brazil', simulatedMatches(count, isBrazilian)],
        ...results,
      ]),
    ),
  )}\n`,
)
