import { useId } from 'react'
import { VIP_MAX_LEVEL, vipImageIndex } from '#contract/rules/vip.ts'
import { levelPalettes } from './levelPalettes.ts'

export interface LevelEmblemProps {
  /** VIP level; 13 to 23 look like 12, above 23 like 0. */
  level: number
  /** Accessible name; without it the emblem is decorative. */
  label?: string
  className?: string
}

/** The level whose emblem to show; each level of the table has one. */
function emblemLevel(level: number): number {
  return Math.min(VIP_MAX_LEVEL, vipImageIndex(level))
}

const hexagon = 'M48 12 78 28v38L48 86 18 66V28z'
const inner = 'M48 20 71 32.5v29.5L48 77 25 62V32.5z'

/** The shield of a VIP level: metals, then gems; laurels from 3, a jewel from 5, wings from 8, a crown from 10. */
export function LevelEmblem({ level, label, className }: LevelEmblemProps) {
  const id = useId()
  const shown = emblemLevel(level)
  const { rim, face, figure } = levelPalettes[shown] ?? levelPalettes[0]!
  const [rimFill, faceFill] = [`url(#${id}r)`, `url(#${id}f)`]
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg viewBox="0 0 96 96" className={className} {...name}>
      <linearGradient id={`${id}r`} x1=".1" y1="0" x2=".8" y2="1">
        <stop stopColor={rim[0]} />
        <stop offset="1" stopColor={rim[1]} />
      </linearGradient>
      <linearGradient id={`${id}f`} x1=".2" y1="0" x2=".7" y2="1">
        <stop stopColor={face[0]} />
        <stop offset="1" stopColor={face[1]} />
      </linearGradient>
      {shown >= 8 ? <Wings fill={rimFill} /> : shown >= 3 && <Laurels fill={rimFill} />}
      <path d={hexagon} transform="translate(0 4)" fill="#000" fillOpacity=".35" />
      <path d={hexagon} fill={rimFill} stroke={rimFill} strokeWidth="4" strokeLinejoin="round" />
      <path d={inner} fill={faceFill} />
      <path d="M48 20 71 32.5V48L48 77z" fill="#000" fillOpacity=".12" />
      <path d="M25 32.5 48 20v28z" fill="#fff" fillOpacity=".22" />
      <path d="M25 62V32.5L48 20" fill="none" stroke="#fff" strokeOpacity=".6" strokeWidth="2" />
      <text
        x="48"
        y="60"
        textAnchor="middle"
        fontSize={shown > 9 ? 27 : 32}
        fontWeight="800"
        letterSpacing="-1"
        fill={figure}
      >
        {shown}
      </text>
      {shown >= 10 ? <Crown /> : shown >= 5 && <Jewel fill={faceFill} />}
    </svg>
  )
}

const leaves = [
  [13, 74, 128],
  [7, 62, 104],
  [5, 49, 84],
  [7, 36, 62],
  [13, 25, 40],
] as const

function Laurels({ fill }: { fill: string }) {
  const half = leaves.map(([x, y, turn]) => (
    <ellipse key={y} rx="3.6" ry="8" fill={fill} transform={`translate(${x} ${y}) rotate(${turn - 90})`} />
  ))
  return (
    <>
      {half}
      <g transform="matrix(-1 0 0 1 96 0)">{half}</g>
    </>
  )
}

function Wings({ fill }: { fill: string }) {
  const half = (
    <path
      d="M20 34C10 32 4 26 0 16c-1 12 2 20 7 25-3 0-5 0-7-1 1 9 5 15 11 18-2 1-4 1-6 1 3 7 9 11 15 12z"
      fill={fill}
    />
  )
  return (
    <>
      {half}
      <g transform="matrix(-1 0 0 1 96 0)">{half}</g>
    </>
  )
}

function Jewel({ fill }: { fill: string }) {
  return (
    <>
      <path d="M48 2l9 8-9 11-9-11z" fill="#fff6dc" stroke="#a8650a" strokeWidth="1.5" />
      <path d="M48 5l6 5.5-6 7.5-6-7.5z" fill={fill} />
    </>
  )
}

function Crown() {
  return (
    <>
      <path
        d="M31 20 28 4l11 7 9-11 9 11 11-7-3 16c-10 4-24 4-34 0z"
        fill="#ffcf4a"
        stroke="#8f5606"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cx="48" cy="13" r="3.2" fill="#ff5573" />
      <circle cx="37.5" cy="15" r="2" fill="var(--green-400)" />
      <circle cx="58.5" cy="15" r="2" fill="var(--green-400)" />
    </>
  )
}
