import type { Plugin } from 'vite';

/** A change of one file of a package. Each text must be in it. */
interface Leaner {
  file: RegExp;
  /** Functions that do nothing, or give this, as long as what they are for isn't used. */
  idle: Readonly<Record<string, string>>;
  /** What begins so at the start of a line goes, to the end of its statement. */
  without: readonly RegExp[];
  replaced: readonly (readonly [RegExp, string])[];
}

const nothing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));

/**
 * React 19.3 without what this page uses nothing of: markup of a server, view transitions, refs to fragments, and loading
 * ahead. All of it is behind kinds of components and calls that aren't here (`test/arch/lean-packages.test.ts`), so it would
 * never run.
 */
const REACT: Leaner = {
  file: /node_modules\/react-dom\/cjs\/react-dom-client\.production\.js$/,
  idle: {
    ...nothing(
      'applyViewTransitionToHostInstances',
      'applyViewTransitionToHostInstancesRecursive',
      'restoreViewTransitionOnHostInstances',
      'commitAppearingPairViewTransitions',
      'commitEnterViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'measureNestedViewTransitions',
      'scheduleViewTransitionEvent',
      'reportViewTransitionError',
      'applyViewTransitionName',
      'restoreViewTransitionName',
      'startViewTransition',
      'createViewTransitionInstance',
    ),
    ...nothing(
      'clearHydrationBoundary',
      'commitActivityHydrationCallbacks',
      'commitSuspenseHydrationCallbacks',
      'hideOrUnhideDehydratedBoundary',
      'mountHostRootWithoutHydrating',
      'retryActivityComponentWithoutHydrating',
      'retryDehydratedSuspenseBoundary',
      'retrySuspenseComponentWithoutHydrating',
      'updateDehydratedSuspenseComponent',
      'prepareToHydrateHostInstance',
      'throwOnHydrationMismatch',
    ),
    ...nothing('preconnectAs', 'preload', 'preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript'),
    ...nothing('commitNewChildToFragmentInstance', 'deleteChildFromFragmentInstance'),
    ...nothing('mountActionState', 'updateActionState', 'rerenderActionState', 'updateActivityComponent'),
    popHydrationState: 'return false;',
    getParentHydrationBoundary: 'return null;',
    getNextHydratable: 'return null;',
    getNextHydratableInstanceAfterHydrationBoundary: 'return null;',
    canHydrateInstance: 'return null;',
    canHydrateTextInstance: 'return null;',
    canHydrateHydrationBoundary: 'return null;',
  },
  without: [/FragmentInstance\.prototype\.\w+ = function/, /exports\.hydrateRoot = function/],
  replaced: [
    [
      /var hydrationParentFiber = null,([^;]*?) isHydrating = !1,/,
      'const isHydrating = !1;\nvar hydrationParentFiber = null,$1',
    ],
    [/\bisHydrating = !\d(?!;\nvar)/g, 'void 0'],
  ],
};

/** What is only for loading ahead and for forms. */
const REACT_DOM: Leaner = {
  file: /node_modules\/react-dom\/cjs\/react-dom\.production\.js$/,
  idle: {},
  without: [/exports\.(?:pre\w+|requestFormReset|useForm\w+) = function/],
  replaced: [],
};

/**
 * Dexie without its cache of queries, which is off (`openDatabase`), its hooks and the search that ignores case, which
 * nothing here uses.
 */
const DEXIE: Leaner = {
  file: /node_modules\/dexie\/dist\/modern\/dexie\.mjs$/,
  idle: { addIgnoreCaseAlgorithm: '' },
  without: [],
  replaced: [[/^ *this\.use\((?:cache|hooks)Middleware\);$/gm, '']],
};

const LEANER = [REACT, REACT_DOM, DEXIE];

function lean(code: string, { idle, without, replaced }: Leaner): string {
  let made = code;
  const replace = (what: RegExp, by: string | ((...found: string[]) => string)): void => {
    const before = made;
    made = typeof by === 'string' ? made.replace(what, by) : made.replace(what, by);
    if (made === before) throw new Error(`A package has changed: ${what} isn't there.`);
  };
  for (const [name, body] of Object.entries(idle))
    replace(new RegExp(`^function ${name}\\([^{]*\\) \\{\\n[^]*?^\\}`, 'm'), () => `function ${name}() {${body}}`);
  for (const start of without) replace(new RegExp(`^${start.source}[^]*?^\\};`, 'gm'), '');
  for (const [what, by] of replaced) replace(what, by);
  return made;
}

/** The code without what isn't used, or nothing for other files. */
export function makeLean(code: string, id: string): string | undefined {
  const leaner = LEANER.find(({ file }) => file.test(id));
  return leaner && lean(code, leaner);
}

/** Leaves out what the largest packages of the start bring and the page doesn't use. */
export const leanPackages: Plugin = {
  name: 'lean-packages',
  enforce: 'pre',
  transform: {
    filter: { id: LEANER.map(({ file }) => file) },
    handler(code, id) {
      const made = makeLean(code, id);
      return made === undefined ? null : { code: made, map: null };
    },
  },
};
