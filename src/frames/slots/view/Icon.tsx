const paths = {
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01',
  auto: 'M4 12a8 8 0 0 1 13.7-5.6L20 8.5M20 4v4.5h-4.5M20 12a8 8 0 0 1-13.7 5.6L4 15.5M4 20v-4.5h4.5',
  spin: 'M20.5 12a8.5 8.5 0 1 1-2.6-6.1L21 9M21 3.5V9h-5.5',
  stop: 'M7 6h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1z',
  turbo: 'M13 3 5 14h6l-1 7 8-11h-6z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  swap: 'M7 4 4 7l3 3M4 7h13M17 20l3-3-3-3M20 17H7',
  go: 'M9 5l8 7-8 7z',
} as const

export type IconName = keyof typeof paths

/** A picture of 24 by 24 in the colour of the text. Screen readers skip it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
