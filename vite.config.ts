import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { diagramPage } from './electron/dev/diagram-page.ts';
import { leanPackages } from './electron/dev/lean-packages.ts';
import { shortImports } from './electron/dev/short-imports.ts';
import { readBrowserTexts } from './electron/serve/read-browser-texts.ts';

const anyOf = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * Zod and what configures it, for workers: in one chunk, or schemas in another one would be made before it is configured.
 * The page has both in `start`.
 */
export const zod = { name: 'zod', test: /node_modules\/zod\/(?!.*(json-schema|\?whole))|src\/contract\/configure-zod/ };
/** What the page needs at once, in one file instead of in one for each set of lazy parts that share something. */
const start = { name: 'start', tags: ['$initial' as const], test: /^(?!.*\/src\/((main|move)\.tsx|.*\.html)$)/ };

/**
 * What every chat needs as soon as its box is usable. In three files, because each request costs milliseconds, and parts
 * that are loaded one by one share something in every combination.
 */
export const frame = {
  name: 'frame',
  test: anyOf(
    /\/src\/ui\/(shell\/(sidebar\/sidebar|frame\/banners|notices)|kit\/(toasts\/toasts|tooltips\/tooltips))\.tsx$/,
    /\/src\/(core\/reasons|contract\/(permissions|consents))\.ts$/,
    // They are small, and nearly every other part has some.
    /\/src\/ui\/kit\/(controls|files)\/|\/lucide-react\/dist\/esm\/icons\//,
  ),
};
export const engine = {
  name: 'engine',
  test: /\/src\/(compose\/open-engine|history\/recovery\/repair-list)\.ts$/,
};
export const chat = {
  name: 'chat',
  test: anyOf(
    /\/features\/conversation\/(list\/conversation-list|composer\/composer-tools|chat-menu|project-mark|thread-end|history-problem)\.tsx$/,
    /\/features\/conversation\/(context\/(context-summary|context-notice-line)|outline\/outline-button|agent\/run-foot|hints\/hint-line)\.tsx$/,
    /\/features\/conversation\/(announce\/read-aloud|practice-commands)\.tsx?$|\/shared\/library\/begin-with\.tsx$/,
    /\/src\/ui\/(shared\/palette\/palette|shell\/palette\/frame-palette-list)\.tsx$/,
  ),
};
/** Loaded as soon as the page is drawn. */
const journal = { name: 'journal', test: /\/src\/journal\/write-journal\.ts$|\/eventsource-parser\// };

/** What is shown before there is a page. The page for moving has this, too, and nothing else of what is below. */
const screen = { name: 'screen', test: /\/src\/(ui\/shell\/start\/screen\.tsx|texts\/start-texts\.ts)$/ };
const startScreen = { name: 'start-screen', test: /\/src\/ui\/shell\/start\/start-screen\.tsx$/ };
const firstRun = { name: 'first-run', test: /\/src\/ui\/shell\/first-run\/first-run\.tsx$/ };
/** What the services of all vendors share, and the service of one with its SDK. */
const vendor = { name: 'vendor', test: /\/src\/(vendors\/base|core\/wire)\// };
const anthropic = { name: 'anthropic-service', test: /\/@anthropic-ai\/sdk\/|\/src\/vendors\/anthropic\// };

/** Components and hooks. */
const COMPONENTS = /\/src\/ui\/.*\.tsx?$/;
/**
 * Those around others that render again. What is inside is left alone as long as what it is given stays, so compiling it,
 * too, would only make the start larger.
 */
const AROUND_OTHERS =
  /\/src\/ui\/(data|shell\/(scene|frame|sidebar)|features\/conversation(\/(composer|context|list|message|scene|switch))?)\/[^/]+\.tsx?$/;

/** What of a chunk or an asset is needed here. */
interface BuiltFile {
  fileName: string;
  isEntry?: boolean;
  imports?: readonly string[];
  code?: string;
  source?: string | Uint8Array;
}

interface ResolveContext {
  resolve: (source: string, importer: string) => Promise<{ id: string } | null>;
}

const { resolve } = createRequire(import.meta.url);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** KaTeX names each font in three formats, and Chromium asks for the first. The others would only be shipped. */
const katexFonts = {
  name: 'katex-fonts',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\/katex\.min\.css/ },
    handler: (css: string) => css.replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, ''),
  },
};

/**
 * Packages use all of zod, and whatever one importer uses of a module is loaded for all of them. So theirs is a copy of its
 * own, which comes with them.
 */
const zodOfPackages = {
  name: 'zod-of-packages',
  enforce: 'pre' as const,
  resolveId: {
    filter: { id: /^(zod(\/|$)|\.)/ },
    async handler(this: ResolveContext, source: string, importer: string | undefined) {
      if (!importer || !/node_modules\/@modelcontextprotocol\/|\?whole$/.test(importer)) return null;
      const found = await this.resolve(source, importer.replace('?whole', ''));
      if (!found || !/node_modules\/zod\//.test(found.id)) return null;
      return { id: `${found.id}?whole`, moduleSideEffects: false };
    },
  },
  load: {
    filter: { id: /node_modules\/zod\/.*\?whole$/ },
    handler: (id: string) => readFileSync(id.replace('?whole', ''), 'utf8'),
  },
};

/**
 * A compressed copy of each file with a hash in its name, for the host to send. Those that everybody waits for are compressed
 * as far as it goes, which takes ten times as long.
 */
const compressed = {
  name: 'compressed',
  writeBundle({ dir }: { dir?: string }, bundle: Readonly<Record<string, BuiltFile>>) {
    const first = new Set<string>();
    const add = (name: string): void => {
      if (first.has(name)) return;
      first.add(name);
      for (const imported of bundle[name]?.imports ?? []) add(imported);
    };
    for (const { fileName, isEntry } of Object.values(bundle))
      if (isEntry || fileName.includes('first-catalogs')) add(fileName);
    for (const { fileName, code, source } of Object.values(bundle)) {
      if (!/-[\w-]{8,}\.(js|css)$/.test(fileName)) continue;
      const quality = first.has(fileName) ? constants.BROTLI_MAX_QUALITY : 8;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      writeFileSync(join(dir ?? '', `${fileName}.br`), brotliCompressSync(code ?? source ?? '', { params }));
    }
  },
};

/** The languages for `theme-boot.js`, which runs before any module, and their texts for a page without scripts. */
const languages = {
  name: 'languages',
  async transformIndexHtml(html: string) {
    const texts = await readBrowserTexts();
    const tags = readdirSync(at('src/texts')).filter((tag) => existsSync(at(`src/texts/${tag}/language.ts`)));
    return html
      .replace('<html', `<html data-languages="${tags.join(' ')}"`)
      .replace(/(?<=<noscript>).*(?=<)/, texts.map(({ noScript }) => noScript).join(' '));
  },
};

const { version: PDFJS } = createRequire(import.meta.url)('pdfjs-dist/package.json') as { version: string };

/** The reader of PDFs looks for its decoders of pictures by their names, so they have a folder instead of a hash. */
const assetFileNames = ({ names }: { names: string[] }): string =>
  names.some((name) => name.endsWith('_nowasm_fallback.js'))
    ? `assets/pdfjs-${PDFJS}/[name][extname]`
    : 'assets/[name]-[hash][extname]';

/** The page. `--mode main` and `--mode preload` bundle the two Electron entries, so that a package needs no node_modules. */
export default defineConfig(({ mode, command }) => {
  if (mode === 'main' || mode === 'preload') {
    const preload = mode === 'preload';
    return {
      build: {
        ssr: at(preload ? 'electron/preload.ts' : 'electron/main.ts'),
        outDir: at(`dist/${mode}`),
        target: 'node24',
        minify: false,
        copyPublicDir: false,
        rolldownOptions: {
          external: ['electron'],
          output: preload
            ? { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false }
            : {
                format: 'es',
                entryFileNames: 'main.js',
                codeSplitting: false,
                // write-file-atomic is CommonJS and asks for it with every file that it writes. A module has none.
                banner: 'const __filename = import.meta.filename;',
              },
        },
      },
      ssr: { noExternal: true },
    };
  }
  return {
    root: at('src'),
    // The page for moving is served below another path, and what it loads must be, too.
    base: './',
    publicDir: at('public'),
    // While developing, the same option says what is exchanged without a reload.
    plugins: [
      react({ include: command === 'serve' ? COMPONENTS : AROUND_OTHERS, compiler: true }),
      katexFonts,
      ...(command === 'build' ? [zodOfPackages, leanPackages, shortImports()] : []),
      // Nobody waits for the gallery.
      ...(command === 'build' && mode !== 'gallery' ? [compressed] : []),
      languages,
      diagramPage(at('.')),
    ],
    // Its form for browsers asks the document, and a worker has none.
    resolve: {
      alias: {
        'decode-named-character-reference': resolve('decode-named-character-reference'),
        // Otherwise its form for browsers of 2015, which is a quarter longer.
        dexie: resolve('dexie/dist/modern/dexie.mjs'),
      },
    },
    build: {
      outDir: at('dist/page'),
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      sourcemap: false,
      rolldownOptions: {
        input: [at('src/index.html'), at('src/move.html')],
        output: {
          codeSplitting: {
            groups: [start, journal, frame, engine, chat, screen, startScreen, firstRun, vendor, anthropic],
          },
        },
      },
    },
    // What only one kind of work needs is loaded by a worker when it comes to that, too.
    worker: { format: 'es', rolldownOptions: { output: { codeSplitting: { groups: [zod] }, assetFileNames } } },
  };
});
