import fs from 'node:fs';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createFakeElectron } from '../fakes/electron.ts';

/**
 * Starts what is shipped under Node, once, and prints what that took: `desktop HOME MAIN APP` is the main bundle with an
 * Electron that is played, up to its first window and answer; `browser HOME` is browser mode, up to its first answer.
 */

export interface StartFacts {
  /** From the start of the process. */
  ms: { listening: number; answered: number };
  /** Files with code that were loaded until it could answer, and their bytes. */
  modules: number;
  bytes: number;
  /** Calls that opened, read, listed or looked up something in the home. */
  reads: number;
}

const [kind = '', home = '', main = '', appPath = ''] = process.argv.slice(2);
let modules = 0;
let bytes = 0;
let reads = 0;

function count(target: object, names: readonly string[]): void {
  for (const name of names) {
    const before: unknown = Reflect.get(target, name);
    if (typeof before !== 'function') throw new Error(`There is no ${name}`);
    Reflect.set(target, name, function counted(this: unknown, ...given: unknown[]) {
      if (home !== '' && String(given[0]).startsWith(home)) reads += 1;
      return Reflect.apply(before, this, given) as unknown;
    });
  }
}
const fake = createFakeElectron({ appPath });
Reflect.set(globalThis, 'playedElectron', fake.module);
const exported = Object.keys(fake.module)
  .map((name) => `export const ${name} = globalThis.playedElectron.${name};`)
  .join('');
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: `data:text/javascript,${encodeURIComponent(exported)}`, shortCircuit: true }
      : next(specifier, context),
  load(url, context, next) {
    if (url.startsWith('file:')) {
      modules += 1;
      bytes += statSync(fileURLToPath(url)).size;
    }
    return next(url, context);
  },
});
// Before the calls are counted.
const { statSync } = fs;
statSync(import.meta.filename);
count(fs, ['readFileSync', 'readdirSync', 'openSync', 'createReadStream']);
count(fs.promises, ['readFile', 'open', 'readdir', 'stat', 'lstat', 'access']);
syncBuiltinESMExports();

const now = () => Math.round(performance.now());

async function startDesktop(): Promise<StartFacts> {
  process.env['BATON_HOME'] = home;
  await import(pathToFileURL(main).href);
  await fake.becomeReady();
  if (fake.windows.length === 0) throw new Error(`There is no window: ${JSON.stringify(fake.errorBoxes)}`);
  while (!fake.handlers.has('app')) await new Promise((resolve) => setTimeout(resolve, 1));
  const listening = now();
  const facts = { modules, bytes, reads };
  const response = await fake.handlers.get('app')?.(new Request('app://ui/index.html'));
  if (response?.status !== 200) throw new Error(`The first answer was ${response?.status}`);
  return { ms: { listening, answered: now() }, ...facts };
}

async function startBrowser(): Promise<StartFacts> {
  const { startServer } = await import('../../electron/serve/start-server.ts');
  const server = await startServer({ port: 0, home });
  const listening = now();
  const facts = { modules, bytes, reads };
  const { host } = new URL(server.origin);
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { host } });
  if (response.status >= 500) throw new Error(`The first answer was ${response.status}`);
  return { ms: { listening, answered: now() }, ...facts };
}

process.stdout.write(`${JSON.stringify(await (kind === 'desktop' ? startDesktop() : startBrowser()))}\n`);
process.exit(0);
