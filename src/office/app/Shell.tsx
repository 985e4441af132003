import { useQueryClient } from '@tanstack/react-query'
import { CircleOff, Keyboard, LogOut, Menu as MenuIcon, Search, UserRound } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { officeLanguages, sessionCalls } from '#contract/office/session.ts'
import { VisuallyHidden } from '#renderer/ui/VisuallyHidden.tsx'
import { useMay, useOffice, useSession } from '../data/context.ts'
import { loadPage } from '../data/loadPage.ts'
import { messageOf, OfficeError } from '../data/OfficeError.ts'
import { useQueue } from '../data/useQueue.ts'
import { showLanguage } from '../i18n/i18n.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { notices } from '../ui/actions/notices.ts'
import { ButtonLink, IconButton } from '../ui/Button.tsx'
import { DialogHost, keepBehindLogin } from '../ui/DialogHost.ts'
import { useKeys } from '../ui/keys.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../ui/Menu.tsx'
import { PageBody } from '../ui/PageHeader.tsx'
import { Empty, Forbidden, LoadingLines } from '../ui/States.tsx'
import { KeysHelp, paletteKeys } from './KeysHelp.tsx'
import { Navigation } from './Navigation.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { Palette } from './Palette.tsx'
import { pages } from './pages.ts'
import {
  chooseDensity,
  chooseTheme,
  densities,
  keepLanguage,
  storedDensity,
  storedTheme,
  themes,
} from './preferences.ts'
import styles from './Shell.module.css'

const routes = pages.map((page) => ({ ...page, Component: lazy(() => loadPage(page.load)) }))

/** The frame of every page: navigation at the side, search and account above. */
export function Shell() {
  const { t } = useTranslation()
  const may = useMay()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const { error: queueError } = useQueue()
  const isLost = queueError instanceof OfficeError && queueError.status === 0
  const queries = useQueryClient()
  useEffect(() => {
    if (!isLost) return
    // What could not be read meanwhile is read when the server answers again.
    return () => void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  }, [isLost, queries])
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [opened, setOpened] = useState<'palette' | 'keys' | 'menu'>()
  const close = () => setOpened(undefined)

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (document.querySelector('[data-login]')) return
      event.preventDefault()
      setOpened((before) => (before === 'palette' ? undefined : 'palette'))
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
  useKeys([
    { key: '?', label: t('keys.help'), run: () => setOpened('keys') },
    { key: 'q', label: t('keys.home'), run: () => void navigate('/') },
  ])
  useEffect(() => {
    main.current?.scrollTo(0, 0)
  }, [pathname])

  return (
    <DialogHost value={host}>
      <div className={styles.shell}>
        <a href="#main" className={styles.skip}>
          {t('shell.skip')}
        </a>
        <div className={styles.side} data-quiet-print>
          <Navigation />
        </div>
        <header className={styles.bar} data-quiet-print>
          <IconButton
            icon={MenuIcon}
            label={t('shell.menu')}
            className={styles.menu}
            onClick={() => setOpened('menu')}
          />
          <button type="button" className={styles.find} onClick={() => setOpened('palette')}>
            <Search aria-hidden />
            <span>{t('shell.search')}</span>
            <kbd aria-hidden>{paletteKeys.join(' ')}</kbd>
          </button>
          <span className={styles.space} />
          <PersonMenu onKeys={() => setOpened('keys')} />
        </header>
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          <PageBoundary key={pathname}>
            <Suspense
              fallback={
                <PageBody>
                  <LoadingLines />
                </PageBody>
              }
            >
              <Routes>
                {routes.map(({ path, permission, Component }) => (
                  <Route
                    key={path}
                    path={path}
                    element={may(permission) ? <Component /> : <Forbidden permission={permission} />}
                  />
                ))}
                <Route
                  path="*"
                  element={
                    <Empty icon={CircleOff} title={t('states.noPage')} text={t('states.noPageText')}>
                      <ButtonLink to="/">{t('keys.home')}</ButtonLink>
                    </Empty>
                  }
                />
              </Routes>
            </Suspense>
          </PageBoundary>
        </main>
        {opened === 'palette' && <Palette onClose={close} />}
        {opened === 'keys' && <KeysHelp onClose={close} />}
        {opened === 'menu' && (
          <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
            <Dialog.Portal container={host}>
              <div className={styles.drawerScrim} />
              <Dialog.Content
                className={styles.drawer}
                aria-describedby={undefined}
                onInteractOutside={keepBehindLogin}
                onEscapeKeyDown={keepBehindLogin}
              >
                <Dialog.Title asChild>
                  <div>
                    <VisuallyHidden>{t('shell.navigation')}</VisuallyHidden>
                  </div>
                </Dialog.Title>
                <Navigation onNavigate={close} />
              </Dialog.Content>
            </Dialog.Portal>
          </Dialog.Root>
        )}
        {isLost && (
          <p className={styles.lost} role="status">
            {t('shell.connectionLost')}
          </p>
        )}
        <div ref={setHost} />
      </div>
    </DialogHost>
  )
}

function PersonMenu({ onKeys }: { onKeys: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { client, session } = useOffice()
  const { state } = useSession()
  const { code } = useLanguage()
  const [theme, setTheme] = useState(storedTheme)
  const [density, setDensity] = useState(storedDensity)
  const languageNames = useMemo(
    () => officeLanguages.map((value) => ({ value, label: { 'pt-BR': 'Português', en: 'English' }[value] })),
    [],
  )
  if (state.stage !== 'full') return null
  const { name, role } = state.person

  const logout = async () => {
    // What was decided and still waits to be undone is carried out before the session is gone.
    await notices.finish()
    try {
      session.set(await client.call(sessionCalls.logout, {}))
    } catch (error) {
      notices.say('bad', t('shell.logout'), { detail: messageOf(error) })
    }
  }

  return (
    <Menu
      trigger={
        <button type="button" className={styles.person} aria-label={t('shell.person', { name })}>
          <span className={styles.face} aria-hidden>
            {initials(name)}
          </span>
          <span>{`${name} · ${t(`roles.${role}`)}`}</span>
        </button>
      }
    >
      <MenuItem icon={UserRound} onSelect={() => void navigate('/account')}>
        {t('pages.account')}
      </MenuItem>
      <MenuItem icon={Keyboard} shortcut="?" onSelect={onKeys}>
        {t('keys.title')}
      </MenuItem>
      <MenuLine />
      <MenuChoice
        label={t('shell.theme')}
        value={theme}
        choices={themes.map((value) => ({ value, label: t(`shell.${value}`) }))}
        onChoose={(chosen) => {
          chooseTheme(chosen)
          setTheme(chosen)
        }}
      />
      <MenuLine />
      <MenuChoice
        label={t('shell.density')}
        value={density}
        choices={densities.map((value) => ({ value, label: t(`shell.${value}`) }))}
        onChoose={(chosen) => {
          chooseDensity(chosen)
          setDensity(chosen)
        }}
      />
      <MenuLine />
      <MenuChoice
        label={t('shell.language')}
        value={code}
        choices={languageNames}
        onChoose={(chosen) => {
          keepLanguage(chosen)
          showLanguage(chosen).catch((error: unknown) =>
            notices.say('bad', t('shell.language'), { detail: messageOf(error) }),
          )
        }}
      />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => void logout()}>
        {t('shell.logout')}
      </MenuItem>
    </Menu>
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
