import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CrashReport, type CrashKind, type CrashState } from '#contract/crashes.ts';
import type { Clock, CrashReports, Log } from '../base/deps.ts';
import { isMissing, readText, writePrivate } from '../base/private-file.ts';
import { createQueue } from '../base/serialize.ts';
import { countImages, removeImages } from './memory-images.ts';
import { placesOf, reportText } from './report-text.ts';

/** Whether the graphics card draws (shell/graphics.ts). */
export interface Graphics {
  state(): { now: boolean; next: boolean };
  use(): Promise<void>;
}

export interface CrashStoreDeps {
  home: string;
  version: string;
  mount: string;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** Where the system's crash handler writes; `null` without one. */
  images: string | null;
  graphics: Graphics | null;
}

/** The reports lie in `<home>/crashes`. */
export interface CrashStore extends CrashReports {
  /** Resolves when everything recorded so far is on disk. */
  flush(): Promise<void>;
}

const KEPT = 20;
const NAME = /^(\d{13})-([a-z]+)(-\d{1,3})?\.txt$/;

export function createCrashStore(deps: CrashStoreDeps): CrashStore {
  const { clock, log } = deps;
  const folder = join(deps.home, 'crashes');
  const enqueue = createQueue();
  /** Places of errors that this run has reported: one that repeats is one report. */
  const seen = new Set<string>();
  let news: CrashState['news'] = null;
  let last = '';
  let count = 1;

  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return found.filter((name) => NAME.test(name)).toSorted();
  }

  async function write(kind: CrashKind, at: number, text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stem = `${at}-${kind}`;
    count = stem === last ? count + 1 : 1;
    last = stem;
    await writePrivate(join(folder, `${stem}${count > 1 ? `-${count}` : ''}.txt`), text);
    const old = (await names()).slice(0, -KEPT);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  async function read(name: string): Promise<CrashReport[]> {
    const [, at = '', kind = ''] = NAME.exec(name) ?? [];
    const text = await readText(join(folder, name));
    const report = CrashReport.safeParse({ id: name.replace(/\.txt$/, ''), kind, at: Number(at), text });
    return report.success ? [report.data] : [];
  }

  async function state(): Promise<CrashState> {
    const reports = await Promise.all((await names()).map(read));
    return {
      news,
      reports: reports.flat().toReversed(),
      images: deps.images === null ? null : await countImages(deps.images),
      graphics: deps.graphics?.state() ?? null,
    };
  }

  const change = (edit: () => Promise<void>) =>
    enqueue(async () => {
      await edit();
      return state();
    });

  return {
    record(kind, { facts = {}, error, notify = false } = {}) {
      const at = Math.max(clock.now(), 1e12);
      if (notify) news = { kind, at };
      const places = placesOf(error).slice(0, 3).join('\n');
      if (places !== '' && seen.has(places)) return;
      if (places !== '' && seen.size < 1000) seen.add(places);
      const system = `${process.platform} ${process.arch}`;
      const text = reportText({ ...deps, kind, at, system, facts, error });
      enqueue(() => write(kind, at, text)).catch((failure: unknown) =>
        log.write('warn', 'crash-not-reported', { error: failure }),
      );
    },
    state: () => enqueue(state),
    markRead: () =>
      change(async () => {
        news = null;
      }),
    remove: (id) => change(() => rm(join(folder, `${id}.txt`), { force: true })),
    removeAll: () =>
      change(async () => {
        await Promise.all((await names()).map((name) => rm(join(folder, name), { force: true })));
        if (deps.images !== null) await removeImages(deps.images, 0);
      }),
    useGraphics: () => change(async () => deps.graphics?.use()),
    flush: () => enqueue(async () => undefined),
  };
}
