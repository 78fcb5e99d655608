import { z } from 'zod/mini';
import type { Endpoints } from './endpoint.ts';
import { McpSessionId } from './mcp-calls.ts';

/*
 * What the calls of a conversation did to files in its attached folders, and how to take it back. The host stores the
 * bytes from before (electron/host/checkpoints).
 */

const Count = z.int().check(z.nonnegative());
const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const Path = z.string().check(z.minLength(1), z.maxLength(8192));
const Id = z.string().check(z.maxLength(256));

/** What was at a path. Also stored in the checkpoints' files. */
export const EntryState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  z.object({
    kind: z.literal('file'),
    size: z.number(),
    /** SHA-256; `null` when it was not read, and `stamp` tells it from others. */
    hash: z.nullable(Hash),
    /** Size and times as the file system has them. */
    stamp: z.optional(z.string()),
    /** `null` where it is not known or means nothing. */
    mode: z.nullable(z.int()),
  }),
  /** Never followed. */
  z.object({ kind: z.literal('link'), target: z.string() }),
  z.object({ kind: z.literal('folder'), mode: z.nullable(z.int()) }),
  /** Neither, or behind a link; never touched. */
  z.object({ kind: z.literal('other') }),
]);
export type EntryState = z.infer<typeof EntryState>;

export const ChangeTool = z.enum(['write', 'edit', 'run', 'take-back']);
export type ChangeTool = z.infer<typeof ChangeTool>;

/**
 * `left`: as the call left it. `changed`: changed since by something that is not in the list. `later`: changed since by
 * a later call. `taken-back`: as it was before the call. `no-copy`: what was there before was not kept.
 */
export const ChangeState = z.enum(['left', 'changed', 'later', 'taken-back', 'no-copy']);
export type ChangeState = z.infer<typeof ChangeState>;

export const FileChange = z.object({
  /** Order within the conversation. */
  seq: Count,
  path: z.string(),
  /** Relative to the first attached folder, as the model sees it. */
  shown: z.string(),
  before: EntryState,
  after: EntryState,
  state: ChangeState,
});
export type FileChange = z.infer<typeof FileChange>;

/** What a look before and after a command could not do. */
export const LookLimits = z.object({
  /** Not everything was looked at: too many files, too little time, or an error. */
  partial: z.nullable(z.enum(['files', 'time', 'failed'])),
  /** Files that had no copy before the command, because of their size, the room or the time. */
  uncopied: Count,
  /** Baton ended while the command ran: the changes are what was found at the next start. */
  interrupted: z.boolean(),
});
export type LookLimits = z.infer<typeof LookLimits>;

/** A call that changed something, or that could not be followed completely. */
export const CallChanges = z.object({
  /** The page's key of the call; for `take-back` its own id. */
  call: Id,
  /** The answer that made the call. */
  step: Id,
  run: Id,
  at: z.number(),
  tool: ChangeTool,
  /** The beginning of the command. */
  command: z.nullable(z.string()),
  look: z.nullable(LookLimits),
  changes: z.array(FileChange),
  /** Further changes that are not in this list. */
  more: Count,
});
export type CallChanges = z.infer<typeof CallChanges>;

export const ChangeList = z.object({
  calls: z.array(CallChanges),
  /** Calls before the first of these. */
  earlier: Count,
});
export type ChangeList = z.infer<typeof ChangeList>;

/** Which changes: those of the runs and those of the steps; of one path, if it is given. */
export const ChangeSelection = z.object({
  runs: z._default(z.array(Id).check(z.maxLength(2000)), []),
  steps: z._default(z.array(Id).check(z.maxLength(10_000)), []),
  path: z.optional(Path),
});
export type ChangeSelection = z.input<typeof ChangeSelection>;

/**
 * `ready`: will be as before. `same`: is as before already. `changed`, `later`: not as the call left it. `no-copy`: can't
 * be taken back. `too-large`: what would be removed is too large to be kept. `outside`: in no attached folder any more.
 */
export const TakeBackState = z.enum(['ready', 'same', 'changed', 'later', 'too-large', 'no-copy', 'outside']);
export type TakeBackState = z.infer<typeof TakeBackState>;

/** States of files that are only taken back when the user ticks them. */
export const TICKED_STATES: ReadonlySet<TakeBackState> = new Set(['changed', 'later', 'too-large']);

export const TakeBackFile = z.object({
  path: z.string(),
  shown: z.string(),
  state: TakeBackState,
  /** What is there now. */
  now: EntryState,
  /** What will be there. */
  goal: EntryState,
  /** Names `now` in the call that takes it back. */
  seen: z.string(),
});
export type TakeBackFile = z.infer<typeof TakeBackFile>;

export const TakeBackPreview = z.object({
  /** Later changes than this are not included. */
  upTo: Count,
  /** Those to be ticked first. */
  files: z.array(TakeBackFile),
  /** Further files that are not in this list. All are `ready`, or nothing is done to them. */
  more: Count,
});
export type TakeBackPreview = z.infer<typeof TakeBackPreview>;

export const TakeBack = z.object({
  selection: ChangeSelection,
  upTo: Count,
  /** Files that the user ticked, as the user saw them. Without a tick only files are written that are as the call left them. */
  over: z._default(z.array(z.object({ path: Path, seen: z.string() })).check(z.maxLength(5000)), []),
});

/** What the page sends. */
export type TakeBackOrder = z.input<typeof TakeBack>;

/** `kept-files`: a folder holds files of others. `failed`: the system refused. */
export const NotTakenBack = z.enum(['changed', 'no-copy', 'outside', 'kept-files', 'failed']);
export type NotTakenBack = z.infer<typeof NotTakenBack>;

export const TakenBack = z.object({
  /** The run under which it can be taken back itself; `null` when nothing was changed. */
  run: z.nullable(Id),
  done: Count,
  /** Also what the user didn't tick. */
  left: z.array(z.object({ path: z.string(), shown: z.string(), reason: NotTakenBack })),
});
export type TakenBack = z.infer<typeof TakenBack>;

export const DiffRequest = z.object({ selection: ChangeSelection, path: Path });

/** The change of one file, from before the first of the selected changes to after the last. */
export const FileDiff = z.object({
  kind: z.enum(['text', 'binary', 'too-large', 'unknown', 'none']),
  /** In the format of `diff -u`; with `cut` only its beginning. */
  diff: z.string(),
  cut: z.boolean(),
});
export type FileDiff = z.infer<typeof FileDiff>;

export const CheckpointSettings = z.object({
  /** Keep what is needed to take changes back. */
  on: z.boolean(),
  /** Copy files before commands. */
  commands: z.boolean(),
  /** Include files that .gitignore names. */
  ignored: z.boolean(),
});
export type CheckpointSettings = z.infer<typeof CheckpointSettings>;

/** What the user changed; the rest stays as it is. */
export const CheckpointChoice = z.object({
  on: z.exactOptional(z.boolean()),
  commands: z.exactOptional(z.boolean()),
  ignored: z.exactOptional(z.boolean()),
});
export type CheckpointChoice = z.infer<typeof CheckpointChoice>;

export const CheckpointFacts = z.object({
  settings: CheckpointSettings,
  bytes: z.number(),
  most: z.number(),
  days: z.number(),
});
export type CheckpointFacts = z.infer<typeof CheckpointFacts>;

const SessionParam = { session: McpSessionId };

export const checkpointEndpoints = {
  facts: { route: 'GET /api/checkpoints', answer: CheckpointFacts },
  change: { route: 'PUT /api/checkpoints', body: CheckpointChoice, answer: CheckpointFacts, by: 'gesture' },
  /** Removes everything that is kept. */
  clear: { route: 'DELETE /api/checkpoints', by: 'gesture' },
  /** With `run`, only the calls of that run. */
  list: {
    route: 'GET /api/checkpoints/:session',
    params: SessionParam,
    query: z.object({ run: z.optional(z.string()) }),
    answer: ChangeList,
  },
  diff: { route: 'POST /api/checkpoints/:session/diff', params: SessionParam, body: DiffRequest, answer: FileDiff },
  preview: {
    route: 'POST /api/checkpoints/:session/preview',
    params: SessionParam,
    body: ChangeSelection,
    answer: TakeBackPreview,
  },
  /** `files_busy` while a command works in the same folders. */
  takeBack: {
    route: 'POST /api/checkpoints/:session/take-back',
    params: SessionParam,
    body: TakeBack,
    answer: TakenBack,
    by: 'gesture',
  },
} satisfies Endpoints;
