const paths = {
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
