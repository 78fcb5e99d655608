import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * What each `import()` goes through: its styles are loaded beside it. Whatever it imports itself is left to the browser,
 * which finds that on the same host within a millisecond. A failure fires the event of Vite that the page listens to.
 */
const CODE = `
const loading = new Map();
const here = import.meta.url;

function loadStyle(path) {
  const { href } = new URL(path, here);
  const known = loading.get(href);
  if (known) return known;
  if ([...document.querySelectorAll('link[rel=stylesheet]')].some((link) => link.href === href)) return;
  const { promise, resolve, reject } = Promise.withResolvers();
  loading.set(href, promise);
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.onload = resolve;
  link.onerror = () => {
    loading.delete(href);
    link.remove();
    reject(new Error('Unable to load ' + href));
  };
  link.href = href;
  document.head.append(link);
  return promise;
}

export async function __vitePreload(load, styles = []) {
  try {
    const [loaded] = await Promise.all([load(), ...styles.map(loadStyle)]);
    return loaded;
  } catch (error) {
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
    throw error;
  }
}
`;

/** `let{A:e}=await import(x);return{A:e}` as Vite writes it, so that unused exports are found. They are by now. */
const NAMED = /async\(\)=>\{let\{[\w$:,]*\}=await (import\(`[^`]+`\));return\{[\w$:,]*\}\}/g;
/** The styles, and where they are asked for, which is the same folder for all. */
const STYLES = /(?:,\[\]|(,__vite__mapDeps\(\[[\d,]+\]\))),import\.meta\.url\)/g;

/** A file that only names what another one has. */
const FORWARDING = /^export\{([^}]+)\}from"\.\/([^"]+)";\s*$/;
const CALL = /import\(`\.\/([^`]+)`\)/g;

/** A part of a group is named by a file of its own, and each request costs milliseconds: asks the group itself for it. */
function skipForwarding(bundle: Rolldown.OutputBundle): void {
  const groups = new Map<string, string>();
  for (const [file, chunk] of Object.entries(bundle)) {
    const [, names, group] = (chunk.type === 'chunk' && !chunk.isEntry && FORWARDING.exec(chunk.code)) || [];
    if (names === undefined) continue;
    const fields = names.split(',').map((name) => {
      const [own = name, given = own] = name.split(' as ');
      return `${given}:e.${own}`;
    });
    groups.set(basename(file), `import(\`./${group}\`).then(e=>({${fields.join(',')}}))`);
    delete bundle[file];
  }
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk')
      chunk.code = chunk.code.replaceAll(CALL, (call, name: string) => groups.get(name) ?? call);
}

/**
 * Short forms of what Vite writes around each `import()`: the start has about a hundred of them. For pages that can be moved to
 * another path, as this one can, so that every part is in the folder of the helper.
 */
export function shortImports(): Plugin {
  let movable = false;
  return {
    name: 'short-imports',
    enforce: 'pre',
    config: ({ base }) =>
      base === './'
        ? {
            build: {
              // The document names what it needs at once. Beside an `import()` only its styles are loaded.
              modulePreload: { resolveDependencies: (_, parts, { hostType }) => (hostType === 'html' ? parts : []) },
            },
          }
        : null,
    configResolved(config) {
      movable = config.base === './';
    },
    load: { filter: { id: HELPER }, handler: () => (movable ? CODE : null) },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (!movable) return;
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.code.includes('import.meta.url'))
            chunk.code = chunk.code
              .replaceAll(NAMED, (_whole, call: string) => `()=>${call}`)
              .replaceAll(STYLES, (_whole, styles = '') => `${styles})`);
        skipForwarding(bundle);
      },
    },
  };
}
