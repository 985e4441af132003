import type { CSSProperties } from 'react'
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

/** What the rocket does: it waits, climbs, has reached the target, or has burst before it. */
export type Flight = 'waits' | 'climbs' | 'arrived' | 'burst'

const sparks = 14

/** Night sky with the rocket. `id` is the round's: each burst is a new one. */
export function Sky({ flight, id }: { flight: Flight; id: string | undefined }) {
  return (
    <div className={styles.scene} data-flight={flight} aria-hidden="true">
      <svg className={styles.sky} viewBox="0 0 100 100" preserveAspectRatio="xMidYMax slice">
        <defs>
          <linearGradient id="limbo-sky" x1="0" y1="0" x2="0" y2="1">
            <stop stopColor="#0c1444" />
            <stop offset="1" stopColor="#2a3fa6" />
          </linearGradient>
        </defs>
        <rect width="100" height="100" fill="url(#limbo-sky)" />
        <g fill="#cfd9ff">
          {stars.map(([x, y, r]) => (
            <circle key={`${x}-${y}`} cx={x} cy={y} r={r} opacity={0.35 + r / 3} />
          ))}
        </g>
      </svg>
      <svg className={styles.planet} viewBox="0 0 100 40" preserveAspectRatio="none">
        <ellipse cx="74" cy="46" rx="52" ry="34" fill="#3b57d6" />
        <ellipse cx="66" cy="40" rx="24" ry="12" fill="#5674ee" opacity=".5" />
      </svg>
      <div className={styles.streaks} />
      <div className={styles.space}>
        <div className={styles.rocket}>
          <i className={styles.glow} />
          <svg viewBox="38 60 24 42">
            <defs>
              <linearGradient id="limbo-flame" x1="0" y1="0" x2="0" y2="1">
                <stop stopColor="#fff0bf" />
                <stop offset=".45" stopColor="#ffb347" />
                <stop offset="1" stopColor="#ff5b3d" stopOpacity="0" />
              </linearGradient>
              <linearGradient id="limbo-hull" x1="0" y1="0" x2="1" y2="0">
                <stop stopColor="#b9c8f2" />
                <stop offset=".5" stopColor="#ffffff" />
                <stop offset="1" stopColor="#aebfee" />
              </linearGradient>
            </defs>
            <path className={styles.flame} d="M46 85.500h8l-4 16z" fill="url(#limbo-flame)" />
            <path
              d="M44.500 79l-4.500 9.500 5.500-2.500zM55.500 79l4.500 9.500-5.500-2.500z"
              fill="#ff7a59"
            />
            <path d="M50 62c6 5 7.500 13 6 24h-12c-1.500-11 0-19 6-24z" fill="url(#limbo-hull)" />
            <path
              d="M50 62c2.600 2.200 4.300 4.900 5.200 8h-10.400c.9-3.100 2.600-5.800 5.200-8z"
              fill="#ff7a59"
            />
            <circle cx="50" cy="75.500" r="3.200" fill="#2b45c4" stroke="#8fa6ff" strokeWidth="1" />
          </svg>
        </div>
        {flight === 'burst' && (
          <div key={id} className={styles.burst}>
            {Array.from({ length: sparks }, (_, index) => (
              <i
                key={index}
                style={
                  {
                    '--turn': `${(index * 360) / sparks + (index % 3) * 9}deg`,
                    '--reach': `${-0.5 - (index % 4) * 0.16}rem`,
                  } as CSSProperties
                }
              />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
