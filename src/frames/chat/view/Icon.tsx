const paths = {
  agent:
    'M4 14v-2a8 8 0 0 1 16 0v2M4 13.5h3V20H5.5A1.5 1.5 0 0 1 4 18.5zM20 13.5h-3V20h1.5a1.5 1.5 0 0 0 1.5-1.5z',
  down: 'M12 5v14M6 13l6 6 6-6',
  send: 'M3.400 20.400 21 12 3.400 3.600l.1 6.500L15 12 3.500 13.900z',
} as const

/** A picture of 24 by 24 in the colour of the text. Screen readers skip it. */
export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
