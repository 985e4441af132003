/** The two things a tile can hide, drawn in the family of the game tiles. */
export function GemIcon() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <path d="M13 9h22l8 11-19 21L5 20z" fill="#2fd692" />
      <path d="M5 20h13l6 21z" fill="#1fb97b" />
      <path d="M43 20H30l-6 21z" fill="#149a64" />
      <path d="M13 9h22l-5 11H18z" fill="#c9ffe8" />
      <path d="M13 9l5 11H5z" fill="#7df0bf" />
      <path d="M35 9l-5 11h13z" fill="#45dda0" />
    </svg>
  )
}

export function MineIcon() {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true">
      <g stroke="#ff9a9a" strokeWidth="3.4" strokeLinecap="round">
        <path d="M24 5v7M24 36v7M5 24h7M36 24h7M10.500 10.500l5 5M32.500 32.500l5 5M37.500 10.500l-5 5M15.500 32.500l-5 5" />
      </g>
      <circle cx="24" cy="24" r="13" fill="#e5484f" />
      <path d="M24 37a13 13 0 0012-8 15 15 0 01-22 1 13 13 0 0010 7z" fill="#a82730" />
      <ellipse
        cx="19.500"
        cy="18.500"
        rx="4"
        ry="2.800"
        fill="#ffd3d3"
        transform="rotate(-30 19.500 18.500)"
      />
    </svg>
  )
}
