import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { HomeFeed } from '#contract/http/appInfo.ts'
import type { BannerPicture } from '#contract/rules/content.ts'
import { bannerArt } from '../../../assets/bannerArt.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './BannerCarousel.module.css'
import { useCarousel } from './useCarousel.ts'

type Banner = HomeFeed['banners'][number]

/** The first picture is the largest element of the first paint, so it is in the style sheet, which is in the page. */
const pictures: Record<Exclude<BannerPicture, 'deposit'>, string> = {
  fair: bannerArt.originals,
  sports: bannerArt.sports,
}

interface BannerCarouselProps {
  banners: Banner[]
  /** The player has paused it; touch, focus and reduced motion stop it as well. */
  isPaused: boolean
  onPause: (paused: boolean) => void
}

/** Banners to swipe through. They advance by themselves until the player touches or focuses them. */
export function BannerCarousel({ banners, isPaused, onPause }: BannerCarouselProps) {
  const { t } = useTranslation()
  const { trackRef, index, show, holders } = useCarousel(banners.length, isPaused)
  return (
    <section
      className={styles.carousel}
      aria-roledescription={t('home.carousel')}
      aria-label={t('home.highlights')}
      {...holders}
    >
      <div className={styles.track} ref={trackRef}>
        {banners.map((banner, at) => (
          <Slide key={banner.id} banner={banner} number={at + 1} count={banners.length} />
        ))}
      </div>
      {banners.length > 1 && (
        <div className={styles.controls}>
          <button
            type="button"
            className={styles.next}
            aria-label={t('home.nextSlide', { number: index + 1, count: banners.length })}
            onClick={() => show((index + 1) % banners.length)}
          >
            {banners.map((banner, at) => (
              <span key={banner.id} className={classes(styles.dot, at === index && styles.current)} />
            ))}
          </button>
          {/* Hidden by its style with reduced motion: the server does not know of it. */}
          <button
            type="button"
            className={styles.pause}
            aria-label={t(isPaused ? 'home.resume' : 'home.pause')}
            onClick={() => onPause(!isPaused)}
          >
            {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          </button>
        </div>
      )}
    </section>
  )
}

function Slide({ banner, number, count }: { banner: Banner; number: number; count: number }) {
  const { t } = useTranslation()
  const { picture, target, texts } = banner
  return (
    <div
      className={classes(styles.slide, styles[picture])}
      role="group"
      aria-roledescription={t('home.slide')}
      aria-label={t('home.slideOf', { number, count })}
    >
      {picture !== 'deposit' && (
        <img
          className={styles.picture}
          src={pictures[picture]}
          alt=""
          width="365"
          height="172"
          fetchPriority="low"
          loading="lazy"
          decoding="async"
        />
      )}
      <p className={styles.kicker}>{texts?.kicker ?? t(`home.banners.${picture}.kicker`)}</p>
      <h2 className={styles.title}>{texts?.title ?? t(`home.banners.${picture}.title`)}</h2>
      <Link className={styles.action} to={target}>
        {texts?.action ?? t(`home.banners.${picture}.action`)}
      </Link>
    </div>
  )
}
