import styles from './Sky.module.css'

const stars = [
  [8, 20, 1.2],
  [22, 64, 0.8],
  [35, 12, 0.9],
  [48, 40, 0.7],
  [61, 18, 1.1],
  [74, 70, 0.8],
  [83, 30, 1.3],
  [93, 52, 0.7],
  [14, 84, 0.9],
  [55, 88, 0.7],
] as const

/** Night sky with the rocket, which shakes while it flies and rests between flights. */
export function Sky({ flying }: { flying: boolean }) {
  return (
    <div className={styles.scene} data-flying={flying}>
      <svg
        className={styles.sky}
        viewBox="0 0 100 100"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <defs>
          <linearGradient id="limbo-sky" x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="#0b2447" />
            <stop offset="1" stopColor="#15457a" />
          </linearGradient>
          <linearGradient id="limbo-flame" x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="#ffe3a0" />
            <stop offset="1" stopColor="#ff7a59" />
          </linearGradient>
        </defs>
        <rect width="100" height="100" fill="url(#limbo-sky)" />
        <g className={styles.stars} fill="#cfe9ff">
          {stars.map(([x, y, r]) => (
            <circle key={`${x}-${y}`} cx={x} cy={y} r={r} opacity={0.35 + r / 3} />
          ))}
        </g>
        <circle cx="82" cy="108" r="34" fill="#1d5fa6" opacity=".6" />
      </svg>
      <svg className={styles.rocket} viewBox="38 60 24 40" aria-hidden="true">
        <path className={styles.flame} d="M46.500 86h7l-3.500 11z" fill="url(#limbo-flame)" />
        <path d="M50 62c6 5 7.500 13 6 24h-12c-1.500-11 0-19 6-24z" fill="#eef8ff" />
        <circle cx="50" cy="74" r="3" fill="#2f80d8" />
        <path d="M44.500 80l-4 8 5-2zM55.500 80l4 8-5-2z" fill="#ff7a59" />
      </svg>
    </div>
  )
}
