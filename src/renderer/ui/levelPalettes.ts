/** The colours of one emblem: light and dark rim, light and dark face, figure. */
export interface LevelPalette {
  rim: [string, string]
  face: [string, string]
  figure: string
}

const gold: [string, string] = ['#ffe9ad', '#c47f0e']

/** Levels 0 to 12: iron, bronze, silver, gold, then gems in gold, and black and gold at the top. */
export const levelPalettes: readonly LevelPalette[] = [
  { rim: ['#9fb4bd', '#46606b'], face: ['#5f7a86', '#2c434d'], figure: '#e4eef1' },
  { rim: ['#eab890', '#84471f'], face: ['#c98350', '#6d3715'], figure: '#ffe9d6' },
  { rim: ['#f8cb9c', '#9a5220'], face: ['#e0914f', '#8a4617'], figure: '#fff1e0' },
  { rim: ['#f4f9fb', '#7d949f'], face: ['#d5e1e7', '#8299a4'], figure: '#22343d' },
  { rim: ['#ffffff', '#6d93ad'], face: ['#d8ecf8', '#739bb6'], figure: '#16303f' },
  { rim: ['#fff0bf', '#b36f06'], face: ['#ffd566', '#e09a17'], figure: '#6d4300' },
  { rim: ['#fff6d8', '#a85f00'], face: ['#ffcf4a', '#d97f06'], figure: '#5f3500' },
  { rim: gold, face: ['#53eda6', '#0a7c50'], figure: '#eafff5' },
  { rim: gold, face: ['#69c4ff', '#1556b8'], figure: '#eef8ff' },
  { rim: gold, face: ['#ff7f92', '#a8153b'], figure: '#fff0f2' },
  { rim: gold, face: ['#c5a0ff', '#5c22bd'], figure: '#f7f0ff' },
  { rim: ['#ffffff', '#7fb9d8'], face: ['#e8fbff', '#86cfee'], figure: '#0e3b55' },
  { rim: ['#fff0bf', '#c98a12'], face: ['#33414d', '#080c10'], figure: '#ffd772' },
]
