import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host } from '#host/create-host.ts';
import { HomeUnusableError, resolveHome } from '../host/base/home-folder.ts';
import type { openHost } from '../serve/open-host.ts';
import { type RunningServer, type ServerOptions, startServer } from '../serve/start-server.ts';
import { type ExchangedHost, openExchangedHost } from './exchange-host.ts';
import { openPageServer, type PageServer } from './page-server.ts';

/** Not the port of a Baton that runs at the same time. */
const DEV_PORT = 4128;
const root = fileURLToPath(new URL('../..', import.meta.url));
const print = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

/** A folder in the checkout, so that experiments never touch the user's history, keys or consents. */
function devHome({ home, env = process.env }: ServerOptions): string {
  const given = resolveHome(home ?? join(root, '.dev-home'), {});
  if (given === resolveHome(null, env) || given === resolveHome(null, {}))
    throw new HomeUnusableError(given, { code: 'it is that of the Baton you use' });
  return given;
}

function loosened(host: Host, page: PageServer): Host {
  return {
    ...host,
    async fetch(request) {
      const response = await host.fetch(request);
      const policy = response.headers.get('content-security-policy');
      if (policy !== null) response.headers.set('content-security-policy', page.loosen(policy));
      return response;
    },
  };
}

/**
 * `npm run dev`: browser mode from the sources. The page comes from Vite, through the host and with the host's origin.
 * When the host's sources change, a new host replaces the old one and the windows stay.
 */
export async function startDev(options: ServerOptions): Promise<RunningServer> {
  const home = devHome(options);
  let host: ExchangedHost | null = null;
  const page = await openPageServer(root, (file) => {
    print(`${relative(root, file)} has changed.`);
    void host?.exchange();
  });
  try {
    const server = await startServer({
      ...options,
      home,
      port: options.port ?? DEV_PORT,
      onUpgrade: page.upgrade,
      async openHost(place) {
        host = await openExchangedHost({
          async load() {
            const source = await page.load<{ openHost: typeof openHost }>('electron/serve/open-host.ts');
            return async () => loosened(await source.openHost(place, { files: page.files }), page);
          },
          print,
          complain,
        });
        return host;
      },
    });
    print(`Settings, keys and logs are in ${home}. Changes of the page and of the host appear by themselves.`);
    return {
      ...server,
      async close() {
        // First: the sockets of its pages keep the server's connections open.
        await page.close();
        await server.close();
      },
    };
  } catch (error) {
    await page.close();
    throw error;
  }
}
