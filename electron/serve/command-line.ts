import { HomeUnusableError } from '../host/base/home-folder.ts';
import { parseOptions } from './options.ts';
import { PortTakenError } from './port-taken-error.ts';
import type { RunningServer, ServerOptions } from './start-server.ts';

interface Running {
  link: RunningServer['link'];
  close(): Promise<void>;
}

type Start = (
  options: Pick<ServerOptions, 'port' | 'home' | 'portable' | 'onInstanceRequest' | 'wish'>,
) => Promise<Running>;

const print = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

/** A terminal signals the whole process group and npm passes the signal on, so one Ctrl-C arrives twice. */
const ECHO_MS = 1000;

/** The first signal closes cleanly with code 0. A later one, if that takes too long, exits at once. */
export function closeOnSignal(running: Pick<Running, 'close'>): void {
  let closingSince: number | null = null;
  const end = () => {
    if (closingSince !== null) {
      if (Date.now() - closingSince > ECHO_MS) process.exit(130);
      return;
    }
    closingSince = Date.now();
    void running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        complain(String(error));
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

/** Prints a link that opens one window, and a new one once it was used: the last link in the terminal always works. */
export function printLinks(link: RunningServer['link'], print: (link: string) => void): void {
  const next = (show: (link: string) => void) =>
    show(link({ onUsed: () => next((another) => print(`Another window: ${another}`)) }));
  next(print);
}

/** Starts the server alone. The launcher opens windows, so --no-open changes nothing here. */
export async function runFromCommandLine(start: Start): Promise<void> {
  const parsed = parseOptions(process.argv.slice(2));
  if (!parsed.ok) {
    complain(parsed.message);
    process.exit(2);
  }
  try {
    const starting = start({
      ...parsed.options,
      wish: 'link',
      async onInstanceRequest() {
        print(`Baton was started again. Another window: ${(await starting).link()}`);
        return 'printed';
      },
    });
    // Registered before the start has finished: a signal during the start ends it too.
    closeOnSignal({ close: async () => (await starting).close() });
    printLinks((await starting).link, (link) => print(`Baton is ready: ${link}`));
    print('Ctrl-C ends it.');
  } catch (error) {
    if (!(error instanceof PortTakenError || error instanceof HomeUnusableError)) throw error;
    complain(error.message);
    process.exit(1);
  }
}
