/**
 * Which folder may import which. The first row whose `from` matches a file decides. `own` lists folders of this tree,
 * `packages` lists outside modules (`node:` stands for Node's own modules).
 */
export interface Layer {
  name: string;
  from: RegExp;
  own: readonly RegExp[];
  packages: readonly RegExp[];
  /** Files whose first group differs must not import each other. */
  apart?: RegExp;
}

const CORE = /^src\/core\//;
const CONTRACT = /^src\/contract\//;
/** What every program needs: reading unknown values and what was thrown. */
const BASICS = /^src\/core\/(json|thrown)\.ts$/;
/** The menus and dialogs of the desktop app, in every language. */
const DESKTOP_TEXTS = /^src\/texts\/desktop-texts\.ts$/;
const NODE = /^node:/;
/** Everything for the page comes from `zod/mini`: with `zod` itself, all of it would be in the first load. */
const PAGE_ZOD = /^zod\/mini$/;
const HOST_PACKAGES = [NODE, /^hono(\/|$)/, /^zod(\/mini)?$/, /^jsonc-parser$/, /^write-file-atomic$/, /^env-paths$/];

const BELOW_UI = [
  CORE,
  CONTRACT,
  /^src\/(documents|flows|history|markdown|search|storage|state|host-client|texts|tools|transfer)\//,
  /^src\/snapshots\/snapshot-error\.ts$/,
  // Types and text about the files of a transfer.
  /^src\/archive\/(archive-error|import\/(source|base\/receipt)|render\/base\/(file-names|entries|facts|render-options|render-parts|rendering))\.ts$/,
  /^src\/vendors\/catalog\//,
  // The release notes, as the page shows them.
  /^CHANGELOG\.md\?raw$/,
];
const UI_PACKAGES = [
  /^react(-dom)?(\/|$)/,
  /^@base-ui\/react(\/|$)/,
  /^@tanstack\/react-virtual$/,
  /^lucide-react$/,
  /^tinykeys$/,
  /^dexie$/,
  /^zustand(\/|$)/,
  /^katex(\/|$)/,
  /^hast$/,
  /^pretendard\//,
  /^@fontsource-variable\//,
  /^uuid$/,
  // Loaded when a passphrase is first typed.
  /^@zxcvbn-ts\/(core|language-common)$/,
];

export const LAYERS: readonly Layer[] = [
  // Pure packages only.
  { name: 'core', from: CORE, own: [CORE], packages: [/^@noble\/hashes\//] },
  {
    name: 'contract',
    from: CONTRACT,
    own: [
      CONTRACT,
      /^src\/core\/(search-services|vendor|vendors\/base\/protocol|context-file|compare-versions|script-table)\.ts$/,
      /^src\/core\/reliability\/(configuration|hook-table|scripts\/match-tool)\.ts$/,
      /^src\/core\/log\/log-line\.ts$/,
    ],
    packages: [PAGE_ZOD, /^zod\/v4\/locales\//],
  },
  {
    name: 'catalog',
    from: /^src\/vendors\/catalog\//,
    own: [CORE, /^src\/vendors\/catalog\//],
    packages: [],
  },
  {
    name: 'vendors',
    from: /^src\/vendors\//,
    own: [CORE, /^src\/vendors\//, /^src\/contract\/headers\.ts$/],
    packages: [/^@anthropic-ai\/sdk(\/|$)/, /^openai(\/|$)/, /^@google\/genai(\/|$)/],
  },
  { name: 'workers', from: /^src\/workers\//, own: [/^src\/workers\//], packages: [] },
  {
    name: 'storage',
    from: /^src\/storage\//,
    own: [CORE, CONTRACT, /^src\/storage\//],
    packages: [/^dexie$/, PAGE_ZOD, /^uuid$/, /^fake-indexeddb$/],
  },
  {
    // Markdown as plain data, and that data as HTML: for the page and for all code that writes files.
    name: 'markdown',
    from: /^src\/markdown\//,
    own: [/^src\/(markdown|workers)\//, BASICS],
    packages: [
      /^marked$/,
      /^lowlight$/,
      /^highlight\.js(\/|$)/,
      /^katex(\/contrib\/mhchem)?$/,
      /^hast$/,
      /^hast-util-(from-html|to-mdast)$/,
      /^mdast-util-(to-markdown|gfm-table|gfm-strikethrough)$/,
    ],
  },
  {
    // An archive contains what storage contains, so it reads the rows' schemas; never the database.
    name: 'archive',
    from: /^src\/archive\//,
    own: [
      CORE,
      /^src\/(archive|markdown)\//,
      /^src\/storage\/(base64|rows|row-schemas|draft-schemas|project-schemas|send-schemas|session-tags)\.ts$/,
    ],
    packages: [PAGE_ZOD, /^hast$/],
  },
  {
    // All texts in all languages, one folder for each language.
    name: 'texts',
    from: /^src\/texts\//,
    own: [CORE, /^src\/texts\//, /^src\/archive\/render\/base\/render-texts\.ts$/, /^src\/storage\/storage-error\.ts$/],
    packages: [],
  },
  {
    name: 'search',
    from: /^src\/search\//,
    own: [CORE, /^src\/(search|storage|markdown|workers)\//],
    packages: [/^dexie$/, PAGE_ZOD],
  },
  {
    name: 'host-client',
    from: /^src\/host-client\//,
    own: [CORE, CONTRACT, /^src\/host-client\//],
    packages: [PAGE_ZOD, /^eventsource-parser(\/|$)/, /^uuid$/],
  },
  {
    name: 'snapshots',
    from: /^src\/snapshots\//,
    own: [
      CORE,
      CONTRACT,
      /^src\/(snapshots|archive|storage|host-client|workers)\//,
      /^src\/transfer\/zip\//,
      /^src\/history\//,
      /^src\/contract\/configure-zod\.ts$/,
    ],
    packages: [/^dexie$/, PAGE_ZOD],
  },
  {
    name: 'journal',
    from: /^src\/journal\//,
    own: [CORE, CONTRACT, /^src\/(journal|storage|host-client)\//],
    packages: [/^dexie$/],
  },
  {
    name: 'state',
    from: /^src\/state\//,
    own: [
      CORE,
      CONTRACT,
      /^src\/(state|storage|snapshots|journal)\//,
      /^src\/host-client\/(host-api|host-client|journal-host|api-client|host-calls)\.ts$/,
      /^src\/transfer\/transfer-(client|error|messages)\.ts$/,
    ],
    packages: [/^zustand(\/|$)/, PAGE_ZOD],
  },
  {
    name: 'tools',
    from: /^src\/tools\//,
    own: [CORE, CONTRACT, /^src\/(tools|storage|host-client)\//],
    packages: [/^@modelcontextprotocol\/(client|server)(\/|$)/, PAGE_ZOD],
  },
  {
    // Operations on the entire history: restore, import, copy, recovery.
    name: 'history',
    from: /^src\/history\//,
    own: [CORE, CONTRACT, /^src\/(history|archive|markdown|storage|host-client)\//],
    packages: [/^uuid$/, PAGE_ZOD, /^dexie$/],
  },
  {
    name: 'flows',
    from: /^src\/flows\//,
    own: [CORE, CONTRACT, /^src\/(flows|history|archive|markdown|storage|state|host-client|vendors|tools|texts)\//],
    packages: [/^uuid$/, /^p-retry$/, PAGE_ZOD],
  },
  {
    name: 'transfer',
    from: /^src\/transfer\//,
    own: [
      CORE,
      /^src\/(transfer|archive|storage|texts|workers)\//,
      /^src\/history\//,
      /^src\/contract\/configure-zod\.ts$/,
      // Display names of models.
      /^src\/vendors\/catalog\//,
    ],
    packages: [/^@zip\.js\/zip\.js(\/|$)/, /^dexie$/, PAGE_ZOD],
  },
  {
    // Reads the text of attached documents and scales pictures, in workers.
    name: 'documents',
    from: /^src\/documents\//,
    own: [
      /^src\/core\/(image-size|normalize\/base\/is-text-file|page-pictures|pictures\/(page-limits|sent-picture)|thrown|window\/(estimate-tokens|token-weights))\.ts$/,
      /^src\/storage\/(base64|picture-scaler)\.ts$/,
      /^src\/(documents|workers)\//,
      // Zips within limits, and HTML as Markdown.
      /^src\/transfer\/zip\//,
      /^src\/markdown\/from-html\.ts$/,
      /^src\/archive\/(archive-error|files)\.ts$/,
    ],
    packages: [/^pdfjs-dist(\/|$)/, /^chardet$/, /^htmlparser2$/],
  },
  {
    // The script of the frame that draws diagrams. It is a document of its own and shares nothing with the page.
    name: 'diagrams',
    from: /^src\/diagrams\//,
    own: [/^src\/diagrams\//],
    packages: [/^mermaid$/],
  },
  {
    // Controls, texts and styles; knows nothing about conversations.
    name: 'ui kit',
    from: /^src\/ui\/kit\//,
    own: [CORE, /^src\/(texts|ui\/kit)\//],
    packages: UI_PACKAGES,
  },
  {
    // Hooks and services of the page.
    name: 'ui data',
    from: /^src\/ui\/data\//,
    own: [...BELOW_UI, /^src\/ui\/(kit|data)\//],
    packages: UI_PACKAGES,
  },
  {
    // Concepts that more than one feature displays.
    name: 'ui shared',
    from: /^src\/ui\/shared\//,
    own: [...BELOW_UI, /^src\/ui\/(kit|data|shared)\//],
    packages: UI_PACKAGES,
  },
  {
    name: 'ui features',
    from: /^src\/ui\/features\//,
    apart: /^src\/ui\/features\/([^/]+)\//,
    own: [...BELOW_UI, /^src\/ui\/(kit|data|shared|features)\//],
    packages: UI_PACKAGES,
  },
  {
    // Frame, sidebar, settings and start: where the features come together.
    name: 'ui shell',
    from: /^src\/ui\/shell\//,
    own: [...BELOW_UI, /^src\/ui\//],
    packages: UI_PACKAGES,
  },
  {
    // The parts of the page, put together for its root; its services go to the page as one object.
    name: 'page composition',
    from: /^src\/compose\//,
    own: [...BELOW_UI, /^src\/(compose|snapshots|ui\/(kit|data))\//],
    packages: [/^uuid$/],
  },
  { name: 'page root', from: /^src\/(main|move)\.tsx$/, own: [/^src\//], packages: [/./] },
  {
    name: 'page boot',
    from: /^src\/[^/]+\.tsx?$/,
    own: [/^src\/(ui|state)\//],
    packages: [PAGE_ZOD],
  },
  {
    name: 'practice vendors',
    from: /^electron\/practice\//,
    own: [/^electron\/practice\//, /^src\/core\/vendor\.ts$/],
    packages: [NODE, /^hono(\/|$)/, /^@hono\/node-server$/, /^zod(\/mini)?$/, /^image-size$/],
  },
  {
    name: 'bundles of MCP servers',
    from: /^electron\/host\/mcp\/bundles\//,
    // Zips within limits.
    own: [
      /^electron\/host\//,
      CONTRACT,
      CORE,
      /^src\/transfer\/zip\/zip-files\.ts$/,
      /^src\/archive\/(archive-error|files)\.ts$/,
    ],
    packages: HOST_PACKAGES,
  },
  {
    name: 'MCP in the host',
    from: /^electron\/host\/mcp\//,
    // HTML as Markdown, for pages of the web, and texts in older encodings.
    own: [
      /^electron\/host\//,
      CONTRACT,
      CORE,
      /^src\/markdown\/from-html\.ts$/,
      /^src\/documents\/(decode-text|base\/text-decoder)\.ts$/,
    ],
    packages: [
      ...HOST_PACKAGES,
      /^@modelcontextprotocol\/(client|server)(\/|$)/,
      /^ignore$/,
      /^hast$/,
      // Settings of other apps.
      /^smol-toml$/,
      /^yaml$/,
    ],
  },
  {
    name: 'sync in the host',
    from: /^electron\/host\/sync\//,
    own: [/^electron\/host\/(?!mcp\/)/, CONTRACT, CORE],
    packages: [...HOST_PACKAGES, /^webdav$/, /^s3mini$/],
  },
  { name: 'host', from: /^electron\/host\//, own: [/^electron\/host\//, CONTRACT, CORE], packages: HOST_PACKAGES },
  {
    name: 'shell',
    from: /^electron\/shell\//,
    own: [/^electron\/(shell|host)\//, CONTRACT, BASICS, DESKTOP_TEXTS],
    packages: [...HOST_PACKAGES, /^electron$/],
  },
  {
    name: 'electron roots',
    from: /^electron\/(main|preload)\.ts$/,
    own: [/^electron\/(?!dev)/, CONTRACT, BASICS, DESKTOP_TEXTS],
    packages: [NODE, /^electron$/],
  },
  {
    // `npm run dev`. No shipped code may import it.
    name: 'development server',
    from: /^electron\/dev(\.ts$|\/)/,
    own: [/^electron\/(?!shell\/)/, CONTRACT],
    packages: [...HOST_PACKAGES, /^vite$/],
  },
  {
    name: 'launcher and browser mode',
    from: /^electron\//,
    own: [/^electron\/(?!shell\/|dev)/, CONTRACT, BASICS, /^src\/texts\/base\/browser-texts\.ts$/],
    packages: [...HOST_PACKAGES, /^@hono\/node-server$/],
  },
];
