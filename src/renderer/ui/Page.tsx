import type { HTMLAttributes, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Page.module.css'
import { PageLead } from './PageLead.tsx'
import { PageTitle } from './PageTitle.tsx'

export interface PageProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  /** Element to render. Default div. */
  as?: 'div' | 'article'
  /** The page's heading. Left out where the content brings its own. */
  title?: string
  /** One or two sentences under the heading. */
  lead?: string
  children: ReactNode
}

/** The layout of a page of text and cards: one column with gutters, headed by its title. */
export function Page({ as: Element = 'div', title, lead, className, children, ...rest }: PageProps) {
  return (
    <Element className={classes(styles.page, className)} {...rest}>
      {title !== undefined && lead === undefined && <PageTitle>{title}</PageTitle>}
      {title !== undefined && lead !== undefined && (
        <header>
          <PageTitle>{title}</PageTitle>
          <PageLead>{lead}</PageLead>
        </header>
      )}
      {children}
    </Element>
  )
}
