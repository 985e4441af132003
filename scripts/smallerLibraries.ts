import type { Plugin } from 'vite'

/**
 * React DOM is one function that contains everything React can do, a quarter of it for what this client never uses; MobX
 * brings its decorators, FingerprintJS sources that the device id does not use. The bundler cannot know that, so the build
 * empties these functions by name; what only they use then goes with them. A function that is reached nevertheless throws.
 * A version without one of them fails the build.
 */

/** Never called: each belongs to something that the client does not render or call. */
const unusedInReact = {
  // root.unstable_scheduleHydration, and pages from the server with an <Activity>, a <link> or a <style>.
  hydration: [
    'attemptExplicitHydrationTarget',
    'attemptHydrationAtCurrentPriority',
    'getHydratableHoistableCache',
    'retryActivityComponentWithoutHydrating',
  ],
  // <link>, <meta>, <style> and <script>, and the functions of react-dom that fetch ahead. Lint forbids the elements.
  resources: [
    'acquireResource',
    'adoptPreloadPropsForScript',
    'adoptPreloadPropsForStylesheet',
    'createHoistableInstance',
    'getResource',
    'insertStylesheet',
    'insertStylesheetIntoRoot',
    'mountHoistable',
    'preconnect',
    'preconnectAs',
    'prefetchDNS',
    'preinitModuleScript',
    'preinitScript',
    'preinitStyle',
    'preload',
    'preloadModule',
    'preloadResource',
    'preloadStylesheet',
    'suspendResource',
  ],
  // <ViewTransition>
  viewTransitions: [
    'applyViewTransitionName',
    'applyViewTransitionToHostInstancesRecursive',
    'createViewTransitionInstance',
    'getViewTransitionClassName',
    'getViewTransitionName',
    'measureViewTransitionHostInstancesRecursive',
    'restoreViewTransitionName',
    'startViewTransition',
  ],
  // useActionState, useTransition, and a form with a function as its action
  actions: [
    'dispatchOptimisticSetState',
    'mountActionState',
    'rerenderActionState',
    'startHostTransition',
    'startTransition',
    'updateActionState',
    'updateActionStateImpl',
  ],
  // <html>, <head> and <body>
  document: ['commitHostSingletonAcquisition', 'releaseSingletonInstance', 'resolveSingletonInstance'],
  // <Activity>, <SuspenseList>, and a ref to a <Fragment>
  components: [
    'commitNewChildToFragmentInstance',
    'deleteChildFromFragmentInstance',
    'findFragmentInstanceOrTextInstanceSiblings',
    'updateActivityComponent',
    'updateSuspenseListComponent',
    'validateDocumentPositionWithFiberTree',
  ],
}

/** Called for every element, and do nothing unless there is one of the above. */
const idleInReact: Record<string, string> = {
  commitActivityHydrationCallbacks: '',
  commitAppearingPairViewTransitions: '',
  commitDeletedPairViewTransitions: '',
  commitEnterViewTransitions: '',
  commitExitViewTransitions: '',
  commitFragmentInstanceDeletionEffects: '',
  commitFragmentInstanceInsertionEffects: '',
  commitNestedViewTransitions: '',
  // Lines of a component stack, which nothing logs; it calls each component again to find its line.
  describeNativeComponentFrame: "return '';",
  // The action of a form that is a function.
  extractEvents$1: '',
  isHostHoistableType: 'return false;',
  measureNestedViewTransitions: '',
  restoreEnterOrExitViewTransitions: '',
  restoreNestedViewTransitions: '',
  restorePairedViewTransitions: '',
  trackEnterViewTransitions: '',
}

/** What a decorator of a class calls; the stores use makeAutoObservable. */
const unusedInMobx = [
  'decorateAction20223_',
  'decorateComputed20223_',
  'decorateFlow20223_',
  'decorateObservable20223_',
]

/** Sources of FingerprintJS that renderer/platform/fingerprint.ts does not name, without those of a few bytes. */
const unusedInFingerprint = [
  'userAgentData',
  'fonts',
  'domBlockers',
  'fontPreferences',
  'audio',
  'screenFrame',
  'canvas',
  'sessionStorage',
  'localStorage',
  'indexedDB',
  'openDatabase',
  'applePay',
  'privateClickMeasurement',
  'audioBaseLatency',
  'dateTimeLocale',
  'webGlBasics',
  'webGlExtensions',
]

export function smallerLibraries(): Plugin {
  return {
    name: 'smaller-libraries',
    apply: 'build',
    transform: {
      filter: {
        id: /node_modules\/(react-dom\/cjs\/react-dom-client\.production\.js|mobx\/dist\/mobx\.mjs|@fingerprintjs\/fingerprintjs\/dist\/fp\.esm\.js)$/,
      },
      handler: (code, id) => ({ code: smaller(code, id), map: null }),
    },
  }
}

function smaller(code: string, id: string): string {
  if (id.endsWith('mobx.mjs')) return withBodies(code, throwing(unusedInMobx))
  if (id.endsWith('fp.esm.js')) return withoutSources(code, unusedInFingerprint)
  return smallerReact(code)
}

/** FingerprintJS without entries of its list of sources; the bundler then drops these sources. */
function withoutSources(code: string, names: readonly string[]): string {
  const list = /^const sources = \{$[^}]*/m.exec(code)?.[0]
  if (list === undefined) throw new Error('scripts/smallerLibraries.ts: no list of sources in FingerprintJS')
  const shorter = names.reduce((rest, name) => {
    const entry = new RegExp(`^ {4}${name}: \\w+,\\n`, 'm')
    if (!entry.test(rest)) throw new Error(`scripts/smallerLibraries.ts: no source ${name} in FingerprintJS`)
    return rest.replace(entry, '')
  }, list)
  return code.replace(list, () => shorter)
}

function smallerReact(code: string): string {
  const smaller = code.replaceAll(/^FragmentInstance\.prototype\.\w+ = function [^]*?^\};$/gm, '')
  return withBodies(smaller, { ...throwing(Object.values(unusedInReact).flat()), ...idleInReact })
}

function throwing(names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `throw Error('smallerLibraries.ts: ${name}');`]))
}

/** The code with other bodies for these functions. */
function withBodies(code: string, bodies: Record<string, string>): string {
  return Object.entries(bodies).reduce((whole, [name, body]) => {
    const found = new RegExp(`^function ${name.replace('$', '\\$')}\\([^)]*\\) \\{$[^]*?^\\}$`, 'm')
    if (!found.test(whole)) throw new Error(`scripts/smallerLibraries.ts: no function ${name} in the library`)
    return whole.replace(found, () => `function ${name}() {${body}}`)
  }, code)
}
