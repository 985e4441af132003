import type { PaymentMethod } from '#contract/http/appInfo.ts'
import { classes } from './classes.ts'
import { paymentPaths } from './paymentPaths.ts'
import styles from './PaymentLogo.module.css'

type Brand = 'pix' | 'visa' | 'mastercard'

/** Proper names, the same in every language. */
const names: Record<Brand, string> = { pix: 'PIX', visa: 'Visa', mastercard: 'Mastercard' }

const brands: Record<PaymentMethod, readonly Brand[]> = { pix: ['pix'], card: ['visa', 'mastercard'] }

function Logo({ brand }: { brand: Brand }) {
  return (
    <span className={classes(styles.logo, styles[brand])} role="img" aria-label={names[brand]}>
      <svg viewBox={brand === 'visa' ? '0 7.6 24 8.8' : '0 0 24 24'} aria-hidden>
        <Mark brand={brand} />
      </svg>
    </span>
  )
}

function Mark({ brand }: { brand: Brand }) {
  if (brand === 'mastercard') {
    return (
      <>
        <circle cx="7.4" cy="12" r="7.4" fill="#eb001b" />
        <circle cx="16.6" cy="12" r="7.4" fill="#f79e1b" />
        <path d="M12 6.2a7.4 7.4 0 0 1 0 11.6 7.4 7.4 0 0 1 0-11.6z" fill="#ff5f00" />
      </>
    )
  }
  if (brand === 'pix') return <path d={paymentPaths.pix} fill="#2fb5a4" />
  return <path d={paymentPaths.visa} fill="#1434cb" />
}

/**
 * The logos of what can be paid with. While that is not known (`undefined`) the row is empty, and as high as it will be.
 */
export function PaymentLogos({
  methods = [],
  className,
}: {
  methods?: readonly PaymentMethod[] | undefined
  className?: string | undefined
}) {
  return (
    <ul className={classes(styles.row, className)}>
      {methods
        .flatMap((method) => brands[method])
        .map((brand) => (
          <li key={brand}>
            <Logo brand={brand} />
          </li>
        ))}
    </ul>
  )
}
