/** What a tile can hide: a coin of the house's gold, or the trap. */
export function CoinIcon() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="25" r="18" fill="#b8720f" />
      <circle cx="24" cy="23" r="18" fill="#ffc94f" />
      <circle cx="24" cy="23" r="13" fill="#f2a51d" />
      <path
        d="M24 12l3.300 7 7.700.9-5.700 5.200 1.500 7.600L24 29l-6.800 3.700 1.500-7.600-5.700-5.200 7.700-.9z"
        fill="#fff1c4"
      />
    </svg>
  )
}

export function TrapIcon() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <path d="M24 6l20 35H4z" fill="#a82730" />
      <path d="M24 10l16.500 29h-33z" fill="#ff6464" />
      <path d="M25 17l-7 11h5l-2 8 8-11h-5z" fill="#fff" />
    </svg>
  )
}
