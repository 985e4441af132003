import { Skeleton } from '../../../ui/Skeleton.tsx'
import gridStyles from './GameGrid.module.css'
import headStyles from './SectionHead.module.css'

const places = [1, 2, 3, 4, 5, 6]

/** Stands in for a section of games while it loads. */
export function GridSkeleton({ headed = true }: { headed?: boolean }) {
  return (
    <div aria-hidden>
      {headed && (
        <div className={headStyles.head}>
          <Skeleton className={headStyles.waiting} />
        </div>
      )}
      <div className={gridStyles.grid}>
        {places.map((place) => (
          <Skeleton key={place} radius="m" className={gridStyles.waiting} />
        ))}
      </div>
    </div>
  )
}
