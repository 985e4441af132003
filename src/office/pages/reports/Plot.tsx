import { useEffect, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { classes } from '#renderer/ui/classes.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Money } from '../../ui/Money.tsx'
import styles from './Plot.module.css'

export interface PlotSeries {
  label: string
  /** Cents. */
  values: readonly number[]
}

export interface PlotProps {
  label: string
  /** Of each period, below the axis. */
  periods: readonly string[]
  series: readonly PlotSeries[]
}

const height = 240
const colours = [styles.first, styles.second, styles.third, styles.fourth]

/**
 * Lines over periods. The legend has the amounts under the pointer, of the last period otherwise; the same amounts stand
 * in the table below, which is what a screen reader reads.
 */
export function Plot({ label, periods, series }: PlotProps) {
  const { locale } = useLanguage()
  const canvas = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const index = pointed !== null && pointed < periods.length ? pointed : periods.length - 1

  useEffect(() => {
    const [frame, swatches] = [canvas.current, legend.current]
    if (!frame || !swatches) return
    let plot: uPlot | undefined
    let isGone = false
    const draw = async () => {
      const { default: Plotter } = await import('uplot')
      await import('uplot/dist/uPlot.min.css')
      if (isGone) return
      plot?.destroy()
      plot = new Plotter(
        options({ periods, series, locale, frame, swatches, onPoint: setPointed }),
        [periods.map((_, place) => place), ...series.map(({ values }) => values.map((cents) => cents / 100))],
        frame,
      )
    }
    void draw()
    const resized = new ResizeObserver(() => plot?.setSize({ width: frame.clientWidth, height }))
    resized.observe(frame)
    // The picture has the colours of the theme.
    const themed = new MutationObserver(() => void draw())
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
    return () => {
      isGone = true
      resized.disconnect()
      themed.disconnect()
      plot?.destroy()
    }
  }, [periods, series, locale])

  return (
    <figure className={styles.plot} aria-label={label}>
      <figcaption className={styles.legend}>
        <span className={styles.period}>{periods[index]}</span>
        <ul ref={legend}>
          {series.map(({ label: name, values }, place) => (
            <li key={name}>
              <i className={classes(styles.swatch, colours[place])} aria-hidden />
              <span>{name}</span> <Money cents={values[index]} />
            </li>
          ))}
        </ul>
      </figcaption>
      <div ref={canvas} className={styles.canvas} aria-hidden />
    </figure>
  )
}

interface Drawing extends Pick<PlotProps, 'periods' | 'series'> {
  locale: string
  frame: HTMLElement
  swatches: HTMLElement
  onPoint: (index: number | null) => void
}

function options({ periods, series, locale, frame, swatches, onPoint }: Drawing): uPlot.Options {
  const colourOf = (place: number) => {
    const swatch = swatches.querySelectorAll('i')[place]
    return swatch ? getComputedStyle(swatch).color : 'currentColor'
  }
  const style = getComputedStyle(frame)
  const [line, text] = [style.borderTopColor, style.color]
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  const axis = {
    stroke: text,
    font: `${style.fontSize} ${style.fontFamily}`,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  }
  return {
    width: frame.clientWidth,
    height,
    // The last label stands half outside.
    padding: [12, 36, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    scales: { x: { time: false } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200],
        space: 70,
        values: (_, places) => places.map((place) => periods[place] ?? ''),
      },
      { ...axis, size: 64, values: (_, amounts) => amounts.map((amount) => short.format(amount)) },
    ],
    series: [
      {},
      ...series.map((_, place) => ({
        stroke: colourOf(place),
        width: 2,
        points: { show: periods.length < 40, size: 5 },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
