import { classes } from './classes.ts'
import { paymentPaths } from './paymentPaths.ts'
import styles from './PaymentLogo.module.css'

export type PaymentMethodLogo = 'pix' | 'visa' | 'mastercard' | 'usdt'

/** Proper names, the same in every language. */
const names: Record<PaymentMethodLogo, string> = {
  pix: 'PIX',
  visa: 'Visa',
  mastercard: 'Mastercard',
  usdt: 'USDT',
}

export interface PaymentLogoProps {
  method: PaymentMethodLogo
  /** chip: on a white plate, for rows of logos; plain: the mark alone. Default chip. */
  variant?: 'chip' | 'plain'
  /** false when the method's name is next to it. Default true. */
  named?: boolean
  className?: string
}

/** The logo of a payment method. */
function PaymentLogo({ method, variant = 'chip', named = true, className }: PaymentLogoProps) {
  const name = named ? { role: 'img', 'aria-label': names[method] } : { 'aria-hidden': true }
  return (
    <span className={classes(styles.logo, styles[variant], styles[method], className)} {...name}>
      <svg viewBox={method === 'visa' ? '0 7.6 24 8.8' : '0 0 24 24'} aria-hidden>
        <Mark method={method} />
      </svg>
    </span>
  )
}

function Mark({ method }: { method: PaymentMethodLogo }) {
  if (method === 'mastercard') {
    return (
      <>
        <circle cx="7.4" cy="12" r="7.4" fill="#eb001b" />
        <circle cx="16.6" cy="12" r="7.4" fill="#f79e1b" />
        <path d="M12 6.2a7.4 7.4 0 0 1 0 11.6 7.4 7.4 0 0 1 0-11.6z" fill="#ff5f00" />
      </>
    )
  }
  if (method === 'pix') return <path d={paymentPaths.pix} fill="#2fb5a4" />
  if (method === 'visa') return <path d={paymentPaths.visa} fill="#1434cb" />
  return <path d={paymentPaths.tether} fill="#26a17b" />
}

/** A row of logos, for footers and forms. */
export function PaymentLogos({
  methods = ['pix', 'visa', 'mastercard', 'usdt'],
  className,
}: {
  methods?: readonly PaymentMethodLogo[]
  className?: string
}) {
  return (
    <ul className={classes(styles.row, className)}>
      {methods.map((method) => (
        <li key={method}>
          <PaymentLogo method={method} />
        </li>
      ))}
    </ul>
  )
}
