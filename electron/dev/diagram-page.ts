import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

const PAGE = /^\/diagram(?:\.html)?(?:\?|$)/;
/** ELK would be half as large as all the rest. Where it isn't registered, the library lays out as it did before. */
const ELK = '...elkLayoutLoaders()';
const WITHOUT_ELK = {
  name: 'without-elk',
  transform: (code: string) => (code.includes(ELK) ? code.replace(ELK, '') : null),
};

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [WITHOUT_ELK],
    // A library's build leaves it as it is.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'chrome140',
      lib: { entry, formats: ['iife'], name: 'diagram', fileName: 'diagram' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output: [chunk] } = { output: [] }] = [result].flat() as { output: { code?: string }[] }[];
  if (chunk?.code === undefined) throw new Error('The script of diagrams was not built.');
  return chunk.code;
}

/** Bundling the library takes longer than all the rest of the page, so the result is kept for as long as it holds. */
async function bundleOnce(root: string): Promise<string> {
  const entry = join(root, 'src/diagrams/diagram-frame.ts');
  const sources = [entry, join(root, 'node_modules/mermaid/package.json'), import.meta.filename];
  const contents = await Promise.all(sources.map((file) => readFile(file)));
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  const folder = join(root, 'node_modules/.cache/baton');
  const file = join(folder, `diagram-${hash.digest('hex').slice(0, 16)}.js`);
  try {
    return await readFile(file, 'utf8');
  } catch {
    const code = await bundle(entry);
    await mkdir(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, code);
    await rename(draft, file);
    return code;
  }
}

/** In a document, these would begin or end something inside the script. */
const inline = (code: string) => code.replaceAll(/<(?=!--|\/?script)/gi, String.raw`\x3c`);

/**
 * The document that draws diagrams, as one file: its frame may load nothing, so its script stands in it. Nothing of it
 * is part of the page.
 */
export function diagramPage(root: string): Plugin {
  let made: Promise<string> | null = null;
  const make = (): Promise<string> => {
    made ??= (async () =>
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagrams</title><body><script>${inline(await bundleOnce(root))}</script></body></html>\n`)();
    return made;
  };
  return {
    name: 'baton:diagram-page',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'diagram.html', source: await make() });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!PAGE.test(request.url ?? '')) {
          next();
          return;
        }
        make().then((html) => response.setHeader('content-type', 'text/html; charset=utf-8').end(html), next);
      });
    },
  };
}
