import type { Connection } from '#contract/connection.ts';
import type { NearVector } from '#core/passage.ts';
import { cutChunks } from '#core/passage-chunks.ts';
import { reasonText } from '#core/reasons.ts';
import { errorMessage } from '#core/thrown.ts';
import { without } from '#core/without.ts';
import type { Settings } from '#state/settings.ts';
import { createVectorWork, type VectorWork, type VectorWorkStore } from '#state/vector-work.ts';
import type { Clock } from '#storage/clock.ts';
import type { BatonDatabase } from '#storage/database.ts';
import { getFolder } from '#storage/project-repository.ts';
import {
  endOfVectors,
  hasVectors,
  listFilesWithVectors,
  listTextTokens,
  putVectors,
  removeVectors,
} from '#storage/project-vector-repository.ts';
import type { OnUnreadableRow } from '#storage/read-row.ts';
import type { ProjectVectorsRow } from '#storage/rows.ts';
import type { VendorFetch } from '#vendors/base/base-ai-service.ts';
import { embedTexts, type EmbedRequest } from '#vendors/embeddings/embed-texts.ts';
import { canEmbed } from '#vendors/embeddings/can-embed.ts';
import { embedBatch } from './embed-batch.ts';
import { packVectors } from './pack-vectors.ts';
import { readVectorChoices, type VectorChoice, vectorModel, VECTORS_KEY } from './vector-choices.ts';

export interface ProjectVectors {
  store: VectorWorkStore;
  /** Lets a model have the texts of a project, and begins. Vectors of another model are removed. */
  choose(folder: string, choice: Pick<VectorChoice, 'connection' | 'model'>): Promise<void>;
  /** Takes the choice back: vectors are removed, and nothing more is sent. */
  withdraw(folder: string): Promise<void>;
  /** Stops; what is done stays. */
  pause(folder: string): Promise<void>;
  /** Goes on after a pause or a failure. */
  resume(folder: string): Promise<void>;
  /** Makes what is missing, unless it is paused. Never rejects: a failure is a state. */
  update(folder: string): Promise<void>;
  /** Goes on with every project, after a start. Choices for projects that are gone are dropped. */
  updateAll(): Promise<void>;
  /** `null` if there is nothing to compare it with. Rejects if the server can't be reached, for a while at once. */
  embedQuestion(folder: string, question: string): Promise<NearVector | null>;
}

export interface ProjectVectorsDeps {
  db: BatonDatabase;
  settings: Pick<Settings, 'store' | 'set'>;
  connections: () => Promise<readonly Connection[]>;
  vendorFetch: (connection: Connection) => VendorFetch;
  /** Reads the files in which nothing was read yet. */
  read: (folder: string) => Promise<void>;
  locks: Pick<LockManager, 'request'>;
  clock: Pick<Clock, 'now' | 'setTimeout' | 'clearTimeout'>;
  onUnreadableRow: OnUnreadableRow;
}

/** Of one request: little enough for every vendor, and a second or two on a small computer. */
const MAX_BATCH_TEXTS = 48;
const MAX_BATCH_CHARS = 16_000;
const MAX_QUESTION_MS = 10_000;
/** After a failure, questions are not sent for this long. */
const QUIET_MS = 60_000;

/** What is under way for a project. */
interface Run {
  stop: AbortController;
  ended: Promise<void>;
  /** Files were added since it began. */
  again: boolean;
  /** What the user agreed to as it began. */
  choice: VectorChoice | null;
}

const isSame = (one: VectorChoice, other: VectorChoice | undefined): boolean =>
  one.connection === other?.connection && one.model === other.model && one.paused === other.paused;

interface Piece {
  file: string;
  text: string;
  start: number;
  end: number;
  last: boolean;
  /** Of the whole file, where this is its last piece. */
  tokens: number;
}

export function createProjectVectors(deps: ProjectVectorsDeps): ProjectVectors {
  const { db, settings, clock } = deps;
  const store = createVectorWork();
  const show = (folder: string, work: VectorWork) =>
    store.setState(({ work: before }) => ({ work: { ...before, [folder]: work } }));
  const running = new Map<string, Run>();
  /** By project: until when questions fail at once, and why. */
  const failed = new Map<string, { until: number; error: unknown }>();

  const choices = () => readVectorChoices(settings.store.getState().values.get(VECTORS_KEY));
  const setChoice = (folder: string, choice: VectorChoice | null) => {
    const others = without(choices(), folder);
    return settings.set(VECTORS_KEY, choice ? { ...others, [folder]: choice } : others);
  };

  async function embedder(choice: VectorChoice, use: EmbedRequest['use']) {
    const connection = (await deps.connections()).find(({ id }) => id === choice.connection);
    if (!connection?.configured)
      throw new Error(reasonText('embedding.notConnected', { vendor: connection?.label ?? choice.connection }));
    const { label, vendor, protocol, baseUrl } = connection;
    if (!canEmbed(protocol)) throw new Error(reasonText('embedding.none', { vendor: label }));
    const fetch = deps.vendorFetch(connection);
    return (texts: readonly string[], signal: AbortSignal) =>
      embedTexts({ vendor, protocol, baseUrl, fetch, model: choice.model, texts, use, signal });
  }

  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clock.clearTimeout(timer);
        resolve();
      };
      const timer = clock.setTimeout(done, ms);
      signal.addEventListener('abort', done, { once: true });
    });

  /** The pieces that a model doesn't have yet, file by file. */
  async function* missing(folder: string, model: string, tokens: ReadonlyMap<string, number>): AsyncGenerator<Piece> {
    const complete = await listFilesWithVectors(db, folder, model);
    for (const [file, count] of tokens) {
      if (complete.has(file)) continue;
      const text = (await db.projectTexts.get(file))?.text ?? '';
      const from = await endOfVectors(db, file, model);
      const chunks = cutChunks(text).filter(({ end }) => end > from);
      for (const [index, { start, end }] of chunks.entries()) {
        const last = index === chunks.length - 1;
        yield { file, text: text.slice(start, end).trim(), start, end, last, tokens: count };
      }
    }
  }

  async function make(folder: string, choice: VectorChoice, signal: AbortSignal): Promise<void> {
    const model = vectorModel(choice);
    const embed = await embedder(choice, 'document');
    await deps.read(folder);
    const tokens = await listTextTokens(db, folder);
    const complete = await listFilesWithVectors(db, folder, model);
    const total = [...tokens.values()].reduce((sum, count) => sum + count, 0);
    let done = [...tokens].reduce((sum, [file, count]) => sum + (complete.has(file) ? count : 0), 0);
    show(folder, { state: 'working', done, total });

    let batch: Piece[] = [];
    const send = async () => {
      const pieces = batch;
      batch = [];
      if (pieces.length === 0) return;
      const vectors = await embedBatch(
        embed,
        pieces.map(({ text }) => text),
        { signal, wait },
      );
      if (signal.aborted) return;
      await putVectors(db, toRows(pieces, vectors, folder, model));
      for (const piece of pieces) if (piece.last) done += piece.tokens;
      show(folder, { state: 'working', done, total });
    };
    let characters = 0;
    for await (const piece of missing(folder, model, tokens)) {
      if (signal.aborted) return;
      if (batch.length === MAX_BATCH_TEXTS || characters + piece.text.length > MAX_BATCH_CHARS) {
        await send();
        characters = 0;
      }
      if (signal.aborted) return;
      batch.push(piece);
      characters += piece.text.length;
    }
    await send();
    if (!signal.aborted) show(folder, { state: 'ready', done: total, total });
  }

  async function work(folder: string, run: Run): Promise<void> {
    const { signal } = run.stop;
    const choice = choices()[folder];
    if (!choice || choice.paused || signal.aborted) return;
    run.choice = choice;
    try {
      const row = await getFolder(db, folder, deps.onUnreadableRow);
      if (!row || row.deletedAt !== undefined) return;
      await deps.locks.request(`baton-vectors-${folder}`, { ifAvailable: true }, async (lock) => {
        if (lock) await make(folder, choice, signal);
        else show(folder, { state: 'elsewhere', done: 0, total: 0 });
      });
    } catch (error) {
      if (signal.aborted) return;
      const { done, total } = store.getState().work[folder] ?? { done: 0, total: 0 };
      show(folder, { state: 'failed', done, total, reason: errorMessage(error) });
    }
  }

  async function update(folder: string): Promise<void> {
    const before = running.get(folder);
    if (before) {
      before.again = true;
      return before.ended;
    }
    const stop = new AbortController();
    const run: Run = { stop, ended: Promise.resolve(), again: false, choice: null };
    running.set(folder, run);
    run.ended = (async () => {
      do {
        run.again = false;
        await work(folder, run);
      } while (run.again && !stop.signal.aborted);
      if (running.get(folder) === run) running.delete(folder);
    })();
    return run.ended;
  }

  async function halt(folder: string): Promise<void> {
    const run = running.get(folder);
    run?.stop.abort();
    await run?.ended;
  }

  /** Another window takes back what this one works on: nothing more is sent, and no vectors stay. */
  async function obey(folder: string): Promise<void> {
    await halt(folder);
    const choice = choices()[folder];
    if (!choice) await removeVectors(db, folder);
    const { done, total } = store.getState().work[folder] ?? { done: 0, total: 0 };
    if (choice?.paused) show(folder, { state: 'paused', done, total });
    else forget(folder);
  }
  settings.store.subscribe(() => {
    for (const [folder, { choice, stop }] of running)
      if (choice && !stop.signal.aborted && !isSame(choice, choices()[folder])) void obey(folder);
  });

  function forget(folder: string): void {
    failed.delete(folder);
    store.setState(({ work }) => ({ work: without(work, folder) }));
  }

  return {
    store,
    update,

    async choose(folder, { connection, model }) {
      await halt(folder);
      forget(folder);
      await removeVectors(db, folder, vectorModel({ connection, model }));
      await setChoice(folder, { connection, model, paused: false });
      void update(folder);
    },

    async withdraw(folder) {
      await setChoice(folder, null);
      await halt(folder);
      await removeVectors(db, folder);
      forget(folder);
    },

    async pause(folder) {
      const choice = choices()[folder];
      if (choice) await setChoice(folder, { ...choice, paused: true });
      await halt(folder);
      const { done, total } = store.getState().work[folder] ?? { done: 0, total: 0 };
      show(folder, { state: 'paused', done, total });
    },

    async resume(folder) {
      const choice = choices()[folder];
      if (choice) await setChoice(folder, { ...choice, paused: false });
      failed.delete(folder);
      void update(folder);
    },

    async updateAll() {
      for (const folder of Object.keys(choices()))
        // A row that this version can't read isn't gone.
        if ((await db.folders.where(':id').equals(folder).count()) > 0) await update(folder);
        else await setChoice(folder, null);
    },

    async embedQuestion(folder, question) {
      const choice = choices()[folder];
      if (!choice || question.trim() === '' || !(await hasVectors(db, folder, vectorModel(choice)))) return null;
      const quiet = failed.get(folder);
      if (quiet && clock.now() < quiet.until) throw quiet.error;
      const late = new AbortController();
      const timer = clock.setTimeout(() => late.abort(), MAX_QUESTION_MS);
      try {
        const [values] = await (await embedder(choice, 'question'))([question], late.signal);
        failed.delete(folder);
        return values ? { model: vectorModel(choice), values } : null;
      } catch (error) {
        const shown = late.signal.aborted ? new Error(reasonText('embedding.late')) : error;
        failed.set(folder, { until: clock.now() + QUIET_MS, error: shown });
        throw shown;
      } finally {
        clock.clearTimeout(timer);
      }
    },
  };
}

/** One row for each file that has pieces here. */
function toRows(
  pieces: readonly Piece[],
  vectors: readonly (readonly number[])[],
  folder: string,
  model: string,
): ProjectVectorsRow[] {
  const byFile = Map.groupBy(pieces.entries(), ([, { file }]) => file);
  return [...byFile].map(([file, own]) => ({
    file,
    folder,
    start: own[0]?.[1].start ?? 0,
    model,
    open: own.some(([, { last }]) => last) ? 0 : 1,
    cuts: own.flatMap(([, { start, end }]) => [start, end]),
    values: packVectors(own.map(([index]) => vectors[index] ?? [])),
  }));
}
