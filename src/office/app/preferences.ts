/** What a person chose for this browser. Read before the login, so it is stored here and not by the server. */
const keys = { theme: 'office.theme', density: 'office.density', language: 'office.language' } as const

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const densities = ['dense', 'roomy'] as const
export type Density = (typeof densities)[number]

const darkQuery = '(prefers-color-scheme: dark)'

export function storedTheme(): Theme {
  return themes.find((each) => each === localStorage.getItem(keys.theme)) ?? 'system'
}

export function storedDensity(): Density {
  return densities.find((each) => each === localStorage.getItem(keys.density)) ?? 'dense'
}

export function storedLanguage(): string | null {
  return localStorage.getItem(keys.language)
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(keys.theme, theme)
  applyTheme(theme)
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(keys.density, density)
  document.documentElement.dataset['density'] = density
}

export function keepLanguage(language: string): void {
  localStorage.setItem(keys.language, language)
}

/** Applies what was stored, and follows the system where that was chosen. */
export function startPreferences(): void {
  applyTheme(storedTheme())
  document.documentElement.dataset['density'] = storedDensity()
  window.matchMedia(darkQuery).addEventListener('change', () => applyTheme(storedTheme()))
}

function applyTheme(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && window.matchMedia(darkQuery).matches)
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
}
