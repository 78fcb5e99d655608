import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_HEADER, APP_HEADER_VALUE, TOKEN_HEADER } from '#contract/headers.ts';
import { fetchAsBrowser, useLink, windowHeaders } from '#test/fakes/as-browser.ts';
import { ensureBuilt, viteRunner } from '../../electron/launch/build.ts';
import { type Checkout, findFreePort, makeCheckout } from './checkout.ts';

/** These tests mostly wait, so they run concurrently. */
const SIDE_BY_SIDE = { concurrent: true, timeout: 180_000 };

interface World {
  box: Checkout;
  port: number;
}

let built: Checkout;
beforeAll(async () => {
  built = makeCheckout();
  await ensureBuilt({ root: built.root, runVite: viteRunner(built.root), print() {} }, ['page', 'main', 'preload']);
});
afterAll(() => built.dispose());

const inFolder = (make: () => Checkout) => (test: (world: World) => Promise<void>) => async () => {
  const box = make();
  try {
    await test({ box, port: await findFreePort() });
  } finally {
    await box.dispose();
  }
};
/** With sources of its own, of which nothing is built yet. */
const inCheckout = inFolder(() => makeCheckout());
/** Where everything is built, as on nearly every start. */
const whereBuilt = inFolder(() => makeCheckout(built));

/** A desktop with a display; the browser is what the test puts there. */
const DESK = { DISPLAY: ':none' };
/** Never root, whichever user runs the tests: Electron doesn't start for root. */
const ORDINARY = ['--import', 'data:text/javascript,process.getuid=()=>1000'];

/**
 * A script that behaves like a browser: records its arguments, follows open.html, listens to events like the page, and
 * closes its window when the file `close` appears or a signal arrives.
 */
function putBrowser(box: Checkout, behaviour = ''): void {
  box.put('bin/package.json', '{}');
  box.put(
    'bin/google-chrome',
    `#!${process.execPath}
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { request } = require('node:http');
const { fileURLToPath } = require('node:url');
appendFileSync(${JSON.stringify(join(box.root, 'browser.jsonl'))}, JSON.stringify(process.argv.slice(2)) + '\\n');
${behaviour}
const app = process.argv.find((argument) => argument.startsWith('--app=')).slice('--app='.length);
const [, url] = readFileSync(fileURLToPath(app), 'utf8').match(/url=([^"]+)/);
const { host, port, hash } = new URL(url);
const headers = { host, '${APP_HEADER}': '${APP_HEADER_VALUE}' };
const stop = new AbortController();
const ask = (method, path, more, hear) =>
  request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...more }, signal: stop.signal }, hear).on('error', () => {});
ask('POST', '/api/windows', { 'content-type': 'application/json' }, (answer) => {
  answer.on('data', (chunk) => {
    const { token } = JSON.parse(chunk);
    ask('GET', '/api/events', { '${TOKEN_HEADER}': token }, (events) =>
      events.on('data', (more) => appendFileSync(${JSON.stringify(join(box.root, 'events.txt'))}, more)).on('error', () => {}),
    ).end();
  });
}).end(JSON.stringify({ ticket: hash.slice(3) }));
const timer = setInterval(() => {
  if (existsSync(${JSON.stringify(join(box.root, 'close'))})) end();
  // Its checkout is gone: nobody is left to close the window.
  if (!existsSync(__filename)) process.exit(1);
}, 50);
const end = () => { clearInterval(timer); stop.abort(); };
process.on('SIGTERM', () => { appendFileSync(${JSON.stringify(join(box.root, 'terminated'))}, 'x'); end(); });
`,
    0o755,
  );
}

const withBrowser = ({ box, port }: World) => ({
  ...DESK,
  BATON_BROWSER: join(box.root, 'bin/google-chrome'),
  BATON_PORT: String(port),
});
const browserArguments = (box: Checkout) =>
  box
    .read('browser.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[]);
/** Uses the link. */
const ping = async (link: string) => {
  const headers = windowHeaders((await useLink(link))?.token ?? '');
  return (await fetchAsBrowser(`${new URL(link).origin}/api/ping`, { headers })).json();
};

describe('npm start', SIDE_BY_SIDE, () => {
  it(
    'explains itself',
    inCheckout(async ({ box }) => {
      const help = box.start(['--help']);
      expect(await help.exit()).toBe(0);
      for (const option of ['--port', '--home', '--no-open', '--browser', '--electron', '--help'])
        expect(help.output()).toContain(option);
      const wrong = box.start(['--colour', 'red']);
      expect(await wrong.exit()).toBe(2);
      expect(wrong.output()).toMatch(/'--colour'[^]*Usage:/);
      expect(box.has('dist')).toBe(false);
    }),
  );

  it(
    'without a display builds the page, prints the address that works, and ends with Ctrl-C',
    inCheckout(async ({ box, port }) => {
      const run = box.start(['--port', String(port)]);
      const [, url = ''] = await run.says(/is ready: (http\S+)/);
      expect(run.output()).toMatch(/^No display[^]*Building Baton/);
      expect(new URL(url).host).toMatch(new RegExp(`^[0-9a-f]{32}\\.localhost:${port}$`));
      expect(await ping(url)).toMatchObject({ ok: true, mount: 'browser' });
      expect(await (await fetchAsBrowser(new URL('/', url).href)).text()).toContain('<title>Baton</title>');
      run.child.kill('SIGINT');
      expect(await run.exit()).toBe(0);
      expect(run.output()).toContain('Baton has ended.');
      expect(box.has('home/running.json')).toBe(false);

      const again = box.start(['--port', String(port), '--no-open']);
      await again.says(/is ready: http/);
      expect(again.output()).not.toContain('Building');
      again.child.kill('SIGTERM');
      expect(await again.exit()).toBe(0);
    }),
  );

  it(
    'names another program on its port',
    whereBuilt(async ({ box, port }) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
      const run = box.start(['--port', String(port), '--no-open']);
      expect(await run.exit()).toBe(1);
      expect(run.output()).toMatch(new RegExp(`Port ${port} is used by another program.*--port`));
      await new Promise((resolve) => other.close(resolve));
    }),
  );

  it(
    'says what is wrong with its folder',
    whereBuilt(async ({ box, port }) => {
      box.put('home', 'a file');
      const run = box.start(['--no-open', '--port', String(port)]);
      expect(await run.exit()).toBe(1);
      expect(run.output()).toMatch(/cannot be used.*--home/);
      expect(run.output()).not.toContain('    at ');
    }),
  );

  it(
    'says what broke the build',
    inCheckout(async ({ box, port }) => {
      box.put('src/index.html', '<script type="module" src="./missing.ts"></script>');
      const run = box.start(['--no-open', '--port', String(port)]);
      expect(await run.exit()).toBe(1);
      expect(run.output()).toContain('missing.ts');
      expect(box.has('home/running.json')).toBe(false);
    }),
  );

  it(
    'says so when the browser that was named is not there',
    whereBuilt(async ({ box, port }) => {
      const run = box.start(['--browser', '--port', String(port)], { ...DESK, BATON_BROWSER: '/nowhere/chrome' });
      await run.says(/BATON_BROWSER names \/nowhere\/chrome, which cannot be run\. Baton \S+ is ready: http/);
      run.child.kill('SIGINT');
      expect(await run.exit()).toBe(0);
    }),
  );
});

describe('in a browser window', SIDE_BY_SIDE, () => {
  it(
    'opens on a profile of its own, keeps the token out of the arguments, and ends with the window',
    whereBuilt(async ({ box, port }) => {
      putBrowser(box);
      const run = box.start(['--browser', '--port', String(port)], withBrowser({ box, port }));
      await run.says(/open in google-chrome \(browser mode, port \d+\)/);
      await run.says(/./);
      for (let tries = 0; !box.has('events.txt') && tries < 200; tries++)
        await new Promise((resolve) => setTimeout(resolve, 25));
      // It's removed once it has opened the window.
      expect(box.has('home/browser/open.html')).toBe(false);
      const [args = []] = browserArguments(box);
      expect(args).toEqual(
        expect.arrayContaining([
          `--user-data-dir=${join(box.home, 'browser')}`,
          '--no-first-run',
          '--no-default-browser-check',
        ]),
      );
      expect(args.join(' ')).not.toMatch(/localhost|#t=/);
      expect(args.includes('--no-sandbox')).toBe(process.platform === 'linux' && process.getuid?.() === 0);
      box.put('close', '');
      expect(await run.exit()).toBe(0);
      expect(run.output()).toContain('last window was closed');
      expect(JSON.parse(box.read('home/opened-with.json'))).toEqual({ mount: 'browser' });
    }),
  );

  it(
    'stays while another window is connected, and Ctrl-C always ends it',
    whereBuilt(async ({ box, port }) => {
      putBrowser(box);
      const run = box.start(['--browser', '--port', String(port)], withBrowser({ box, port }));
      await run.says(/open in/);
      const second = box.start(['--no-open']);
      expect(await second.exit()).toBe(0);
      const [, link = ''] = await run.says(/Another window: (http\S+)/);
      const headers = windowHeaders((await useLink(link))?.token ?? '');
      const elsewhere = await fetchAsBrowser(`${new URL(link).origin}/api/events`, { headers });
      box.put('close', '');
      await new Promise((resolve) => setTimeout(resolve, 3500));
      expect(run.child.exitCode).toBeNull();
      expect((await fetchAsBrowser(`${new URL(link).origin}/api/ping`, { headers })).status).toBe(200);
      run.child.kill('SIGINT');
      expect(await run.exit()).toBe(0);
      await elsewhere.body?.cancel().catch(() => undefined);
    }),
  );

  it(
    'closes its window when it is ended from outside',
    whereBuilt(async ({ box, port }) => {
      putBrowser(box);
      const run = box.start(['--browser', '--port', String(port)], withBrowser({ box, port }));
      await run.says(/open in/);
      run.child.kill('SIGTERM');
      expect(await run.exit()).toBe(0);
      await expect.poll(() => box.has('terminated')).toBe(true);
    }),
  );

  it(
    'a second start opens another window on the running Baton and ends',
    inCheckout(async ({ box, port }) => {
      putBrowser(box);
      const first = box.start(['--browser', '--port', String(port)], withBrowser({ box, port }));
      await first.says(/open in/);
      // Nothing is rebuilt while Baton is running from it.
      box.put('src/index.html', '<!doctype html><title>Later</title>');
      const second = box.start(['--browser', '--port', String(port)], withBrowser({ box, port }));
      expect(await second.exit()).toBe(0);
      expect(second.output()).not.toContain('Building');
      expect(second.output()).toContain('running already; a new window opens');
      expect(second.output()).not.toMatch(/localhost|#t=/);
      expect(browserArguments(box)).toHaveLength(2);
      expect(first.child.exitCode).toBeNull();
      const third = box.start(['--no-open']);
      expect(await third.exit()).toBe(0);
      expect(third.output()).toContain('a new link is in the terminal where it was started');
      expect(third.output()).not.toMatch(/localhost|#t=/);
      expect(await ping((await first.says(/Another window: (http\S+)/))[1] ?? '')).toMatchObject({ ok: true });
      box.put('close', '');
      expect(await first.exit()).toBe(0);
    }),
  );

  it(
    'takes over after a Baton that was killed',
    whereBuilt(async ({ box, port }) => {
      const killed = box.start(['--no-open', '--port', String(port)]);
      await killed.says(/is ready/);
      killed.child.kill('SIGKILL');
      await killed.exit();
      expect(box.has('home/running.json')).toBe(true);
      const next = box.start(['--no-open', '--port', String(port)]);
      await next.says(/is ready/);
      next.child.kill('SIGINT');
      expect(await next.exit()).toBe(0);
    }),
  );

  it(
    'says why no window opened, and goes on serving',
    whereBuilt(async ({ box, port }) => {
      putBrowser(box, `process.stderr.write('cannot open display\\n'); process.exit(7);`);
      const run = box.start(['--browser', '--port', String(port)], withBrowser({ box, port }));
      const [, url = ''] = await run.says(
        /No window opened \(google-chrome: exit code 7: cannot open display\).*(http\S+)/,
      );
      expect(await ping(url)).toMatchObject({ ok: true });
      run.child.kill('SIGINT');
      expect(await run.exit()).toBe(0);
    }),
  );
});

describe('with Electron', SIDE_BY_SIDE, () => {
  const putElectron = (box: Checkout, body: string) => {
    box.put('electron-dist/package.json', '{}');
    box.put('electron-dist/electron', `#!${process.execPath}\n${body}`, 0o755);
  };
  const withElectron = ({ box, port }: World) => ({
    ...withBrowser({ box, port }),
    ELECTRON_OVERRIDE_DIST_PATH: join(box.root, 'electron-dist'),
  });
  const note = (box: Checkout, name: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(box.root, name))}, JSON.stringify({ argv: process.argv.slice(2), home: process.env.BATON_HOME, asNode: process.env.ELECTRON_RUN_AS_NODE ?? null }));`;

  it(
    'builds everything and runs the app to its end',
    inCheckout(async ({ box, port }) => {
      putElectron(
        box,
        `${note(box, 'electron.json')}
        const { readFileSync, writeFileSync } = require('node:fs');
        writeFileSync(${JSON.stringify(join(box.root, 'started-with'))}, readFileSync('/proc/self/environ'));
        writeFileSync(${JSON.stringify(join(box.root, 'handed-over'))}, readFileSync(0));
        setTimeout(() => process.exit(0), 3000);`,
      );
      const secrets = { ELECTRON_RUN_AS_NODE: '1', GH_PAT: 'CANARY-pat' };
      const run = box.start([], { ...withElectron({ box, port }), ...secrets }, ORDINARY);
      await run.says(/is open in its own window/);
      expect(await run.exit()).toBe(0);
      expect(JSON.parse(box.read('electron.json'))).toEqual({
        argv: [box.root.replace(/\/?$/, '/')],
        home: box.home,
        asNode: null,
      });
      expect(box.read('started-with')).not.toContain('CANARY');
      expect(JSON.parse(box.read('handed-over'))).toMatchObject({ GH_PAT: 'CANARY-pat' });
      for (const built of ['dist/page/index.html', 'dist/main/main.js', 'dist/preload/preload.cjs'])
        expect(box.has(built)).toBe(true);
      expect(JSON.parse(box.read('home/opened-with.json'))).toEqual({ mount: 'electron' });
      expect(box.has('home/running.json')).toBe(false);
    }),
  );

  it(
    'passes Ctrl-C on and ends with it',
    whereBuilt(async ({ box, port }) => {
      putElectron(box, `${note(box, 'electron.json')} setInterval(() => {}, 1000);`);
      const run = box.start([], withElectron({ box, port }), ORDINARY);
      await run.says(/is open in its own window/);
      run.child.kill('SIGINT');
      expect(await run.exit()).toBe(0);
    }),
  );

  it(
    'falls back to the browser when Electron cannot start, and says why',
    whereBuilt(async ({ box, port }) => {
      putBrowser(box);
      putElectron(
        box,
        `console.error('FATAL: The SUID sandbox helper binary was found, but is not configured correctly.'); process.exit(133);`,
      );
      const run = box.start([], withElectron({ box, port }), ORDINARY);
      await run.says(
        /Electron could not start: this system does not let it use its sandbox.*\nBaton \S+ is open in google-chrome/,
      );
      expect(run.output()).toContain(`port ${port}`);
      run.child.kill('SIGINT');
      expect(await run.exit()).toBe(0);
    }),
  );

  it(
    'does not move to other conversations when the desktop app of this home fails',
    whereBuilt(async ({ box, port }) => {
      putElectron(box, 'process.exit(3)');
      box.put('home/opened-with.json', '{"mount":"electron"}');
      const run = box.start([], withElectron({ box, port }), ORDINARY);
      expect(await run.exit()).toBe(1);
      expect(run.output()).toMatch(/could not start \(3\).*--browser/);
    }),
  );

  it(
    'fetches it once, and after a failure not again on the next start',
    inCheckout(async ({ box, port }) => {
      putBrowser(box);
      box.put('node_modules/electron/package.json', '{"name":"electron","version":"0.0.0"}');
      box.put(
        'node_modules/electron/install.js',
        `require('node:fs').appendFileSync(${JSON.stringify(join(box.root, 'tries'))}, 'x'); console.error('Error: getaddrinfo ENOTFOUND example.invalid'); process.exit(1);`,
      );
      const env = withBrowser({ box, port });
      const first = box.start([], env, ORDINARY);
      await first.says(
        /Fetching Electron[^]*could not be fetched \(getaddrinfo ENOTFOUND example\.invalid\), so Baton opens in browser mode.*\nBuilding[^]*is open in/,
      );
      first.child.kill('SIGINT');
      expect(await first.exit()).toBe(0);
      const second = box.start([], env, ORDINARY);
      await second.says(/is open in google-chrome/);
      second.child.kill('SIGINT');
      expect(await second.exit()).toBe(0);
      expect(box.read('tries')).toBe('x');
      const forced = box.start(['--electron'], env, ORDINARY);
      expect(await forced.exit()).toBe(1);
      expect(forced.output()).toContain('Electron could not be fetched: getaddrinfo');
      expect(box.read('tries')).toBe('xx');
    }),
  );

  it(
    'has no desktop app for root',
    whereBuilt(async ({ box, port }) => {
      const run = box.start(['--electron'], withElectron({ box, port }), [
        '--import',
        'data:text/javascript,process.getuid=()=>0',
      ]);
      expect(await run.exit()).toBe(process.platform === 'linux' ? 1 : 0);
      expect(run.output()).toMatch(/does not run as root/);
    }),
  );
});
