/** The oldest browsers that the client runs in; README.md and docs/browsers.md name them too. */
export const browserFloor = { chrome: 103, firefox: 102, safari: 16 } as const

/** For `build.target`: syntax and styles are lowered to what all of them know. */
export const browserTargets: string[] = Object.entries(browserFloor).map(
  ([browser, version]) => `${browser}${version}`,
)
