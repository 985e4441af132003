/** Choices of a device, not of its player: cookies of these names outlive a logout, and a browser that empties its storage. */
export const deviceChoices = [
  'language',
  'textScale',
  'oddsFormat',
  'hideBalance',
  'hotkeys',
  'install',
] as const
