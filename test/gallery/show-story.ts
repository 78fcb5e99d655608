import { APPEARANCE_KEY, type Appearance } from '#ui/kit/theme/appearance.ts';
import { installHost } from './fake-host.ts';
import { type Fixture, NOW, store } from './fixture.ts';
import { GROUPS } from './groups.ts';
import { setClock } from './set-clock.ts';
import { settles, user } from './user.ts';
import { loadTexts } from '#texts/catalogs.ts';

/**
 * Runs the page itself (src/main.tsx with all of its services) with a database of fixtures and a host that answers from
 * a table. `story.html?story=ID&theme=dark&language=ko`.
 */
const asked = new URLSearchParams(location.search);
const story = GROUPS.flatMap(({ stories }) => stories).find(({ id }) => id === asked.get('story'));

const paints = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Changes the appearance as another window of the same user would. Resolves when the page rests. */
async function choose(patch: Partial<Appearance>): Promise<void> {
  const { lang: language } = document.documentElement;
  const before = localStorage.getItem(APPEARANCE_KEY);
  const next = JSON.stringify({ ...(JSON.parse(before ?? '{}') as Partial<Appearance>), ...patch });
  localStorage.setItem(APPEARANCE_KEY, next);
  dispatchEvent(new StorageEvent('storage', { key: APPEARANCE_KEY, oldValue: before, newValue: next }));
  if (document.documentElement.lang === language) {
    await paints();
    return;
  }
  await loadTexts(document.documentElement.lang);
  await settles();
}

/**
 * What a story presses counts as a gesture of the user, which the page requires before it approves something. A browser
 * marks no event of a script as trusted.
 */
function trustPresses(): void {
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true, hasBeenActive: true } });
  const listen = window.addEventListener.bind(window);
  window.addEventListener = (
    kind: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ) => {
    if (kind !== 'pointerup' || typeof listener !== 'function') listen(kind, listener, options);
    else listen(kind, ({ type }) => listener({ type, isTrusted: true } as Event), options);
  };
}

/** Whether the session that the route opens has messages. */
function hasMessages({ messages = [] }: Fixture, route = ''): boolean {
  return messages.some(({ sessionId }) => route.startsWith(`/s/${sessionId}`));
}

async function show(): Promise<void> {
  if (!story) throw new Error(`There is no story called ${asked.get('story')}`);
  localStorage.clear();
  sessionStorage.clear();
  const theme = asked.get('theme') === 'dark' ? ('dark' as const) : ('light' as const);
  const language = story.keepsLanguage ? (asked.get('language') ?? 'en') : 'en';
  localStorage.setItem(APPEARANCE_KEY, JSON.stringify({ theme, language, motion: 'reduced' }));
  Object.assign(document.documentElement.dataset, { theme, motion: 'reduced' });
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      Object.assign(indexedDB.deleteDatabase(name), { onsuccess: resolve, onerror: reject });
    });
  setClock(NOW);
  trustPresses();
  installHost(story.host ?? {});
  const stored = (await story.stored?.()) ?? {};
  await store(stored);
  await story.before?.();
  history.replaceState(null, '', `${location.search}#${story.route ?? '/'}`);
  await import('../../src/main.tsx');
  await user.draws('#root > *');
  await document.fonts.ready;
  if (hasMessages(stored, story.route)) await user.draws('[data-message], [data-answer]');
  await settles();
  if (story.act) {
    await story.act(user);
    await settles();
  }
  await choose({ language: asked.get('language') ?? 'en' });
}

Object.assign(window, { choose });
show().then(
  () => (document.documentElement.dataset['story'] = 'ready'),
  (error: unknown) => {
    document.documentElement.dataset['story'] = String(error);
    reportError(error);
  },
);
