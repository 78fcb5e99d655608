import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** What a second start requests from the first: one more window, or a link in the first one's terminal. */
export type InstanceRequest = 'window' | 'link';
export type InstanceReply = 'opened' | 'printed' | 'failed';

/** macOS limits the path of a socket to 103 bytes, Linux to 107. */
const MAX_PATH_LENGTH = 100;
const ANSWER_MS = 3000;
/** The same request within this time counts as one. */
const ECHO_MS = 300;

const WISHES: readonly string[] = ['window', 'link'] satisfies InstanceRequest[];
const OUTCOMES: readonly string[] = ['opened', 'printed', 'failed'] satisfies InstanceReply[];
const isWish = (text: string): text is InstanceRequest => WISHES.includes(text);
const isOutcome = (text: string): text is InstanceReply => OUTCOMES.includes(text);

/** In the home, or, where that path is too long for a socket, in a folder that belongs to this user. */
export function instanceSocketPath(home: string, platform: NodeJS.Platform = process.platform): string {
  const short = createHash('sha256').update(home).digest('hex').slice(0, 32);
  if (platform === 'win32') return `\\\\.\\pipe\\baton-${short}`;
  const inHome = join(home, 'window.sock');
  if (Buffer.byteLength(inHome) <= MAX_PATH_LENGTH) return inHome;
  return join(process.env['XDG_RUNTIME_DIR'] || tmpdir(), `baton-${userInfo().uid}`, short);
}

/** Only this user can have created the socket, and only they can replace it. */
async function isOwn(path: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const uid = process.getuid?.();
  try {
    const [socket, folder] = [await lstat(path), await lstat(dirname(path))];
    return (
      socket.isSocket() && socket.uid === uid && folder.isDirectory() && folder.uid === uid && isClosed(folder.mode)
    );
  } catch {
    return false;
  }
}

const isClosed = (mode: number) => (mode & 0o022) === 0;

function readLine(
  socket: { on(event: 'data', onLine: (chunk: Buffer) => void): unknown },
  onLine: (line: string) => void,
) {
  let text = '';
  socket.on('data', (chunk) => {
    if (text.includes('\n')) return;
    text = (text + chunk.toString('latin1')).slice(0, 64);
    if (text.includes('\n')) onLine(text.slice(0, text.indexOf('\n')));
  });
}

/**
 * Lets later starts on this home request a window. The caller only learns that something was done: the address with its
 * ticket goes to the browser or the terminal of this process, never to the caller. Throws where no socket can be
 * created. Call it while the home is locked.
 */
export async function listenForSecondStart(
  home: string,
  answer: (wish: InstanceRequest) => Promise<InstanceReply>,
): Promise<Server> {
  const path = instanceSocketPath(home);
  if (process.platform !== 'win32') {
    if (dirname(path) !== home) await makePrivate(dirname(path));
    await rm(path, { force: true });
  }
  let last: { at: number; wish: InstanceRequest; outcome: Promise<InstanceReply> } | null = null;
  const ring = (wish: InstanceRequest): Promise<InstanceReply> => {
    if (last?.wish === wish && performance.now() - last.at < ECHO_MS) return last.outcome;
    last = { at: performance.now(), wish, outcome: answer(wish).catch((): InstanceReply => 'failed') };
    return last.outcome;
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined).setTimeout(ANSWER_MS, () => socket.destroy());
    readLine(socket, (line) => {
      if (!isWish(line)) socket.destroy();
      else void ring(line).then((outcome) => socket.end(`${outcome}\n`));
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject).on('error', () => undefined);
      resolve();
    });
  });
  if (process.platform !== 'win32') await chmod(path, 0o600);
  return server.unref();
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} is not this user's alone`);
}

/** Sends a request to the Baton that uses this home. Returns null when none answers. */
export async function contactRunningInstance(home: string, wish: InstanceRequest): Promise<InstanceReply | null> {
  const path = instanceSocketPath(home);
  if (!(await isOwn(path))) return null;
  return new Promise((resolve) => {
    const socket = connect(path, () => socket.write(`${wish}\n`));
    const end = (outcome: InstanceReply | null) => {
      resolve(outcome);
      socket.destroy();
    };
    socket.setTimeout(ANSWER_MS, () => end(null));
    socket.on('error', () => end(null)).on('close', () => end(null));
    readLine(socket, (line) => end(isOutcome(line) ? line : null));
  });
}
