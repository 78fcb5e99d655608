import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrphanProcessList } from '#contract/orphan-processes.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import type { ConfigurationStore } from '../../configuration/configuration-store.ts';
import type { Clock, Log } from '../../base/deps.ts';
import { createQueue } from '../../base/serialize.ts';
import { visibleText } from '../../base/visible-text.ts';
import { endProcesses } from './end-processes.ts';
import { createOrphanFile } from './orphan-file.ts';
import { MARK_NAME, type ProcessTable, type SeenProcess } from './process-table.ts';

export interface MarkedCall {
  /** Variables to start its command with. */
  readonly env: Readonly<Record<string, string>>;
  /** Called when the call and its process group have ended: what still runs is an orphaned process. Never rejects. */
  ended(group: number | null): Promise<void>;
}

/** Orphaned processes of commands, by session. */
export interface OrphanProcesses {
  begin(session: string): Promise<MarkedCall>;
  list(): Promise<OrphanProcessList>;
  /** Ends the orphaned processes of a session; with `calls` also those of its running calls. */
  end(session: string, calls: boolean): Promise<void>;
  /** Ends everything that a deleted session started. */
  forget(session: string): Promise<void>;
  /** Ends the orphaned processes of all sessions. */
  close(): Promise<void>;
}

export interface LeftRunningDeps {
  home: string;
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>;
  log: Log;
  configuration: Pick<ConfigurationStore, 'of'>;
  /** `null` where the system's processes can't be listed: nothing is tracked or ended then. */
  processes: ProcessTable | null;
  onChange: () => void;
}

interface Conversation {
  /** Prefix of the mark of each of its calls. Random, so that no later host's processes have the same mark. */
  readonly id: string;
  calls: number;
  /** Marks of calls that have not ended. */
  readonly active: Set<string>;
  left: readonly SeenProcess[];
}

/** A process that ends on its own is noticed after this time at most. */
const LOOK_MS = 5000;
/** Processes that end with their command need a moment to exit, longer on a busy machine. */
const SETTLE_MS = 2000;
const SETTLE_STEP_MS = 20;
const MAX_COMMAND_LENGTH = 500;

const UNMARKED: MarkedCall = { env: {}, ended: async () => undefined };

export function createOrphanProcesses(deps: LeftRunningDeps): OrphanProcesses {
  const { home, clock, log, configuration, onChange } = deps;
  if (deps.processes === null) return withoutTable();
  const table = deps.processes;
  const file = createOrphanFile(home);
  const enqueue = createQueue();
  const conversations = new Map<string, Conversation>();
  let timer: unknown = null;
  let closed = false;

  const enabled = async (session: string) => isHookEnabled(await configuration.of(session), 'interactive-bash-session');
  const failed = (error: unknown) => log.write('warn', 'left-running-failed', { error });

  /** Ends the processes that a killed host recorded, if pid, start time and mark still match. */
  async function sweep(): Promise<void> {
    const noted = await file.read();
    if (noted.length === 0) return;
    const orphans = (await Promise.all(noted.map(async (one) => ((await enabled(one.session)) ? [one] : [])))).flat();
    const still = async () =>
      (await Promise.all(orphans.map(async (one) => ((await table.runs(one)) ? [one] : [])))).flat();
    await endProcesses(table, still);
    await file.write(await still());
  }

  /** Lists what runs, records it, and notifies when it has changed. */
  async function refresh(): Promise<void> {
    const marked = await table.marked();
    let changed = false;
    for (const [session, conversation] of conversations) {
      const { id, active, left } = conversation;
      const now = (await enabled(session)) ? marked.filter(({ mark }) => isOf(id, mark) && !active.has(mark)) : [];
      changed ||= namesOf(left) !== namesOf(now);
      conversation.left = now;
    }
    // A failing disk must not keep the user from seeing and ending these processes.
    await file.write(everything()).catch(failed);
    if (changed) onChange();
    watch();
  }

  async function refreshAfterCall(call: string, group: number | null): Promise<void> {
    const until = performance.now() + SETTLE_MS;
    const dying = async () => (await table.marked()).some((one) => one.mark === call && one.group === group);
    while (performance.now() < until && (await dying())) await sleep(SETTLE_STEP_MS);
    await refresh();
  }

  const everything = () =>
    [...conversations].flatMap(([session, { left }]) => left.map((one) => ({ session, ...one })));

  function watch(): void {
    clock.clearTimeout(timer);
    timer = null;
    const left = everything();
    if (closed || left.length === 0) return;
    timer = clock.setTimeout(() => {
      void Promise.all(left.map((one) => table.runs(one)))
        .then((running) => (running.every(Boolean) ? watch() : enqueue(refresh)))
        .catch(failed);
    }, LOOK_MS);
  }

  async function endOf(ids: readonly string[], spare: ReadonlySet<string>): Promise<void> {
    const find = async () =>
      (await table.marked()).filter(({ mark }) => !spare.has(mark) && ids.some((id) => isOf(id, mark)));
    if (!(await endProcesses(table, find))) failed(new Error('A process didn’t end.'));
  }

  enqueue(sweep).catch(failed);

  return {
    async begin(session) {
      if (closed || !(await enabled(session))) return UNMARKED;
      const conversation = conversations.get(session) ?? { id: randomUUID(), calls: 0, active: new Set(), left: [] };
      conversations.set(session, conversation);
      const mark = `${conversation.id}.${++conversation.calls}`;
      conversation.active.add(mark);
      return {
        env: { [MARK_NAME]: mark },
        async ended(group) {
          conversation.active.delete(mark);
          if (!closed) await enqueue(() => refreshAfterCall(mark, group)).catch(failed);
        },
      };
    },
    async list() {
      if (everything().length > 0) await enqueue(refresh);
      return {
        conversations: [...conversations].flatMap(([session, { left }]) =>
          left.length === 0 ? [] : [{ session, processes: left.map(shown) }],
        ),
      };
    },
    end: (session, calls) =>
      enqueue(async () => {
        const conversation = conversations.get(session);
        if (!conversation || !(await enabled(session))) return;
        await endOf([conversation.id], calls ? new Set() : conversation.active);
        await refresh();
      }),
    forget: (session) =>
      enqueue(async () => {
        const conversation = conversations.get(session);
        if (!conversation) return;
        if (await enabled(session)) await endOf([conversation.id], new Set());
        conversations.delete(session);
        await refresh();
        if (conversation.left.length > 0) onChange();
      }),
    close: () =>
      enqueue(async () => {
        if (closed) return;
        closed = true;
        clock.clearTimeout(timer);
        const ids: string[] = [];
        for (const [session, { id }] of conversations) if (await enabled(session)) ids.push(id);
        if (ids.length === 0) return;
        await endOf(ids, new Set());
        await refresh();
      }),
  };
}

const isOf = (id: string, mark: string) => mark.startsWith(`${id}.`);
const namesOf = (processes: readonly SeenProcess[]) => processes.map(({ pid, born }) => `${pid} ${born}`).join();
const shown = ({ pid, command }: SeenProcess) => ({
  pid,
  command: visibleText(command).text.slice(0, MAX_COMMAND_LENGTH),
});

function withoutTable(): OrphanProcesses {
  const nothing = async () => undefined;
  return {
    begin: async () => UNMARKED,
    list: async () => ({ conversations: [] }),
    end: nothing,
    forget: nothing,
    close: nothing,
  };
}
